/** A file that came with a form. Only the server's body parser makes one: no JSON can pretend to be a file. */
export class ReceivedFile {
  constructor(
    /** Where it lies until the request is over. */
    readonly path: string,
    readonly bytes: number,
  ) {}

  /** What tells one file from another in a form that is posted twice; the place is new each time. */
  toJSON() {
    return { bytes: this.bytes }
  }
}
