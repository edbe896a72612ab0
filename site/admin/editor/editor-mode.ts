const key = 'ascend.editor-mode'

export type EditorMode = 'plain' | 'rich'

/** How this device showed the text last. */
export function rememberedMode(): EditorMode {
  try {
    return localStorage.getItem(key) === 'plain' ? 'plain' : 'rich'
  } catch {
    return 'rich'
  }
}

export function rememberMode(mode: EditorMode) {
  try {
    localStorage.setItem(key, mode)
  } catch {
    // It begins rich the next time.
  }
}
