/** Made by the server's body parser alone: no JSON can pretend to be a file. */
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
