import { deleteBookRow } from '#api/shop/books/books.admin.queries.ts'
import type { WayBack } from '#api/staff/activity/undo.queries.ts'
import { requestUndo } from './requests.queries.ts'

/** The draft that the request became goes. */
export const undoRequest: WayBack['undo'] = async (id, rows) => {
  const title = await requestUndo.undo(id, rows)
  const made = rows.after['book']
  if (made && !rows.before['book']) await deleteBookRow(String(made['id']))
  return title
}
