/** A file that came with a form. Only the server's body parser makes one: no JSON can pretend to be a file. */
export class ReceivedFile {
  constructor(
    /** Where it lies until the request is over. */
    readonly path: string,
    readonly bytes: number,
  ) {}

  /** What identifies a file in a form that is posted twice; the path is new each time. */
  toJSON() {
    return { bytes: this.bytes }
  }
}
