import { baseKeymap } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { Fragment, type Node, Schema, Slice } from 'prosemirror-model'
import { EditorState, Selection, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { moveChip, selectedChip } from './chip-moves.ts'
import { caretFollower } from './follow-caret.ts'

export interface ChipChoice {
  name: string
  label: string
  /** It stands in a paragraph of its own. */
  isBlock: boolean
}

interface Options {
  place: HTMLElement
  /** Its placeholders stand between braces. */
  text: string
  chips: readonly ChipChoice[]
  isOneLine: boolean
  id: string
  className: string
  chipClass: string
  label: string
  describedBy: string
  onChange(text: string): void
  onSelect(selected: { chip: string | undefined; canUndo: boolean }): void
}

/** Text with placeholders that nobody types: each is one sign, which is cut, dragged and moved as a whole. */
export function mountChipText(options: Options) {
  const schema = schemaOf(options)
  const { read, parse } = inBraces(schema, options)
  const caret = caretFollower(() => view)
  const view: EditorView = new EditorView(options.place, {
    state: EditorState.create({
      doc: parse(options.text),
      plugins: [history(), keysOf(options), keymap(baseKeymap)],
    }),
    attributes: attributesOf(options, false),
    dispatchTransaction(transaction: Transaction) {
      view.updateState(view.state.apply(transaction))
      caret.noteSelection()
      report()
      if (transaction.docChanged) options.onChange(read(view.state.doc))
    },
    clipboardTextSerializer: (slice) => read(schema.node('doc', null, paragraphsIn(slice))),
    handleDOMEvents: {
      focus() {
        caret.begin()
        return false
      },
      keydown(_, { key }) {
        caret.press(key)
        return false
      },
      // ProseMirror would read HTML by innerHTML, which the page's Trusted Types forbid.
      paste(_, event) {
        event.preventDefault()
        caret.follow()
        insertText(event.clipboardData?.getData('text/plain') ?? '')
        return true
      },
      // What is dragged within the text moves as it is; from elsewhere comes its text.
      drop(_, event) {
        if (view.dragging) return false
        event.preventDefault()
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        if (at === undefined) return true
        view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at))))
        insertText(event.dataTransfer?.getData('text/plain') ?? '')
        return true
      },
    },
  })
  const paragraphsIn = ({ content }: Slice) =>
    content.firstChild?.isInline ? schema.node('paragraph', null, content) : content
  const insertText = (text: string) => {
    const { content } = parse(text)
    view.dispatch(view.state.tr.replaceSelection(new Slice(content, 1, 1)).scrollIntoView())
  }
  const report = () =>
    options.onSelect({
      chip: selectedChip(view.state)?.chip.attrs['name'] as string | undefined,
      canUndo: undo(view.state),
    })
  // Where nobody has set the caret yet, chips are put at the end.
  view.dispatch(view.state.tr.setSelection(Selection.atEnd(view.state.doc)))

  return {
    insert(name: string) {
      const { state } = view
      const chip = schema.node('chip', { name })
      const { $from, empty } = state.selection
      const isBlock = options.chips.some((one) => one.name === name && one.isBlock)
      const words = $from.parent.textBetween(0, $from.parentOffset, undefined, ' ')
      const blank = empty && /\S$/.test(words) ? [schema.text(' ')] : []
      view.dispatch(
        isBlock
          ? state.tr.insert($from.after(1), schema.node('paragraph', null, chip))
          : state.tr.replaceSelection(new Slice(Fragment.from([...blank, chip]), 0, 0)),
      )
      view.focus()
    },
    move(by: -1 | 1) {
      moveChip(by)(view.state, view.dispatch)
      view.focus()
    },
    undo() {
      undo(view.state, view.dispatch)
      view.focus()
    },
    /** Another text, which Undo takes back. */
    replace(text: string) {
      const { doc, tr } = view.state
      view.dispatch(tr.replaceWith(0, doc.content.size, parse(text).content))
    },
    setInvalid: (isInvalid: boolean) =>
      view.setProps({ attributes: attributesOf(options, isInvalid) }),
    destroy() {
      caret.end()
      view.destroy()
    },
  }
}

export type ChipText = ReturnType<typeof mountChipText>

const schemaOf = ({ chips, chipClass, isOneLine }: Options) =>
  new Schema({
    nodes: {
      doc: { content: isOneLine ? 'paragraph' : 'paragraph+' },
      paragraph: { content: 'inline*', toDOM: () => ['p', 0] },
      text: { group: 'inline' },
      chip: {
        group: 'inline',
        inline: true,
        atom: true,
        draggable: true,
        attrs: { name: {} },
        toDOM: ({ attrs }) => [
          'span',
          { class: chipClass, 'data-chip': attrs['name'] },
          chips.find(({ name }) => name === attrs['name'])?.label ?? attrs['name'],
        ],
      },
    },
  })

/** From text with placeholders between braces, and to it. Braces that were typed mean nothing. */
function inBraces(schema: Schema, { chips, isOneLine }: Options) {
  const known = new Set(chips.map(({ name }) => name))
  const parseLine = (line: string) =>
    line
      .split(/(\{\w*\})/)
      .filter(Boolean)
      .map((part) => {
        const name = part.slice(1, -1)
        const isChip = part.startsWith('{') && part.endsWith('}') && known.has(name)
        return isChip ? schema.node('chip', { name }) : schema.text(part)
      })
  const read = (doc: Node) =>
    doc.children
      .map(({ children }) => children.map(readPart).join('').trimEnd())
      .filter(Boolean)
      .join('\n')
  const parse = (text: string) => {
    const lines = text.split(/[\r\n]+/)
    const paragraphs = isOneLine ? [lines.join(' ')] : lines
    return schema.node(
      'doc',
      null,
      paragraphs.map((line) => schema.node('paragraph', null, parseLine(line))),
    )
  }
  return { read, parse }
}

const readPart = ({ type, attrs, text = '' }: Node) =>
  type.name === 'chip' ? `{${attrs['name']}}` : text.replaceAll('{', '(').replaceAll('}', ')')

const keysOf = ({ isOneLine }: Options) =>
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    'Alt-ArrowLeft': moveChip(-1),
    'Alt-ArrowRight': moveChip(1),
    ...(isOneLine && { Enter: () => true }),
    // Tab leaves the text, so that keyboard users are not trapped.
  })

const attributesOf = (
  { id, className, label, describedBy, isOneLine }: Options,
  isInvalid: boolean,
) => ({
  id,
  class: className,
  role: 'textbox',
  'aria-multiline': String(!isOneLine),
  'aria-label': label,
  'aria-describedby': describedBy,
  ...(isInvalid && { 'aria-invalid': 'true' }),
})
