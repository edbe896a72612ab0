/** The naira sign comes before the price (specification 11.4). */
const naira = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 0, maximumFractionDigits: 2 })
const nairaAndKobo = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2 })

/** `3500` → `₦3,500`, `1250.5` → `₦1,250.50`. */
export function formatNaira(price: number): string {
  return `₦${(Number.isInteger(price) ? naira : nairaAndKobo).format(price)}`
}

/** `125050` → `₦1,250.50`. */
export function formatKobo(kobo: number): string {
  return formatNaira(toNaira(kobo))
}

/** The amount may be below zero: `-3500` → `−₦3,500`. */
export function formatBalance(naira: number): string {
  return naira < 0 ? `−${formatNaira(-naira)}` : formatNaira(naira)
}

/** `1250.5` → `125050`. */
export function toKobo(naira: number): number {
  return Math.round(naira * 100)
}

/** `125050` → `1250.5`. */
export function toNaira(kobo: number): number {
  return kobo / 100
}
