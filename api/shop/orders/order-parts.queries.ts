import { type Row, sql, values } from '#db/sql.ts'

/** Freezes what an order of a bundle contains. Call it in the transaction that inserts the order. */
export async function insertOrderParts(
  orderId: string,
  parts: (Row<'books', 'id' | 'title' | 'authorName'> & { unitKobo: number })[],
) {
  if (parts.length === 0) return
  const rows = parts.map(({ id: bookId, title, authorName, unitKobo }, index) => ({
    orderId,
    bookId,
    title,
    authorName,
    unitKobo,
    position: index + 1,
  }))
  await sql`insert into order_parts ${values('order_parts', rows)}`
}

/** Gives a gift what the order that it comes from contains. */
export async function copyOrderParts(fromId: string, toId: string) {
  await sql`
    insert into order_parts (order_id, book_id, position, title, author_name)
    select ${toId}, book_id, position, title, author_name from order_parts where order_id = ${fromId}`
}

/** Lists parts in the order of the bundle; a plain book has none. */
export function listOrderParts(orderId: string) {
  return sql<Row<'order_parts', 'bookId' | 'title' | 'authorName'>[]>`
    select book_id, title, author_name from order_parts where order_id = ${orderId} order by position`
}
