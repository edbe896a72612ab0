function connection() {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection
}

/** Whether prefetching is off: the reader saves data, or the connection is slow. */
export function savesData(): boolean {
  return (
    'lite' in document.documentElement.dataset ||
    connection()?.saveData === true ||
    /2g/.test(connection()?.effectiveType ?? '')
  )
}

/** Whether large files wait for a touch. */
export function isSlow(): boolean {
  return savesData() || /3g/.test(connection()?.effectiveType ?? '')
}
