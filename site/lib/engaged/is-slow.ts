/** Whether what is not asked for had better not be fetched: the reader saves data, or the connection is slow. */
export function isSlow(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return (
    'lite' in document.documentElement.dataset ||
    (!!connection && (connection.saveData === true || /2g|3g/.test(connection.effectiveType ?? '')))
  )
}
