function connection() {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection
}

/** Whether nothing is to be fetched ahead: the reader saves data, or the connection leaves no room for it. */
export function savesData(): boolean {
  return (
    'lite' in document.documentElement.dataset ||
    connection()?.saveData === true ||
    /2g/.test(connection()?.effectiveType ?? '')
  )
}

/** Whether what is heavy had better wait for a touch. */
export function isSlow(): boolean {
  return savesData() || /3g/.test(connection()?.effectiveType ?? '')
}
