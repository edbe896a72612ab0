import { loadedLater } from '#site/admin/lib/loaded-later.ts'

// Loaded once the text can be written, or at their first use: the dialogs bring what validates forms.
export const InsertTiles = loadedLater(async () => (await import('../InsertTiles.tsx')).InsertTiles)
export const InsertList = loadedLater(async () => (await import('../InsertList.tsx')).InsertList)
export const LinkDialog = loadedLater(async () => (await import('./LinkDialog.tsx')).LinkDialog)
export const PictureDialog = loadedLater(
  async () => (await import('../PictureDialog.tsx')).PictureDialog,
)
export const laterParts = [InsertTiles, InsertList, LinkDialog, PictureDialog]
