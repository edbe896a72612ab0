interface Statement {
  lines: readonly { sale: { vat: number } | null }[]
  linesInAll: number
  balance: number
}

export function statementNotes({ lines, linesInAll, balance }: Statement): string[] {
  const hasVat = lines.some(({ sale }) => sale && sale.vat !== 0)
  return [
    `The share is the percentage of what the buyer paid${hasVat ? ', less VAT' : ''}. The fees of the payment provider are not taken off it.`,
    ...(lines.length < linesInAll
      ? [`These are the first ${lines.length} of ${linesInAll} lines. The CSV has all of them.`]
      : []),
    ...(balance < 0
      ? ['The balance is below zero after a refund; next shares make up for it.']
      : []),
  ]
}
