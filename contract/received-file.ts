/** Created only by the server's body parser, so that JSON cannot pose as a file. */
export class ReceivedFile {
  constructor(
    /** Valid until the request is over. */
    readonly path: string,
    readonly bytes: number,
  ) {}

  /** Identifies the file in a form that is posted twice. */
  toJSON() {
    return { bytes: this.bytes }
  }
}
