import {
  baseKeymap,
  chainCommands,
  exitCode,
  lift,
  setBlockType,
  toggleMark,
  wrapIn,
} from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { type NodeType, Slice } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import {
  type Command,
  EditorState,
  NodeSelection,
  Selection,
  type Transaction,
} from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { parseUrl } from '#contract/parse-url.ts'
import { uploadId } from '#contract/uploads.ts'
import { isLink } from '#markdown/links.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import { type StoryNode, storySchema } from '#markdown/story-schema.ts'
import { writeMarkdown } from '#markdown/write-markdown.ts'

export interface PictureAttrs {
  src: string
  alt: string
  caption: string
  credit: string
}

/** What the tools show as pressed. */
export interface Selected {
  marks: ReadonlySet<string>
  /** The block, and what it stands in. */
  blocks: ReadonlySet<string>
  link: string | undefined
  picture: PictureAttrs | undefined
  canUndo: boolean
  canRedo: boolean
}

/** Tools whose keys the page answers. */
export type PageTool = 'link' | 'picture' | 'mode'

interface Options {
  place: HTMLElement
  markdown: string
  className: string
  labelledBy: string
  describedBy: string
  onChange(): void
  onSelect(selected: Selected): void
  onKey(tool: PageTool): void
  onFiles(files: File[]): void
}

const { nodes, marks } = storySchema
const type = (name: string) => nodes[name] as NodeType
const mark = (name: 'strong' | 'em') => toggleMark(marks[name])

const toggleHeading =
  (level: 2 | 3): Command =>
  (state, dispatch) => {
    const { parent } = state.selection.$from
    const isOn = parent.type === type('heading') && parent.attrs['level'] === level
    const command = isOn
      ? setBlockType(type('paragraph'))
      : setBlockType(type('heading'), { level })
    return command(state, dispatch)
  }

const toggleWrap =
  (name: 'quote' | 'pull_quote'): Command =>
  (state, dispatch) =>
    isInside(state, name) ? lift(state, dispatch) : wrapIn(type(name))(state, dispatch)

const toggleList =
  (name: 'bullet_list' | 'ordered_list'): Command =>
  (state, dispatch) =>
    isInside(state, name)
      ? liftListItem(type('list_item'))(state, dispatch)
      : wrapInList(type(name))(state, dispatch)

const addDivider: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(type('divider').create()).scrollIntoView())
  return true
}

const addBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false
  dispatch?.(state.tr.replaceSelectionWith(type('line_break').create()).scrollIntoView())
  return true
})

export const commands = {
  strong: mark('strong'),
  em: mark('em'),
  heading: toggleHeading(2),
  subheading: toggleHeading(3),
  bullet_list: toggleList('bullet_list'),
  ordered_list: toggleList('ordered_list'),
  quote: toggleWrap('quote'),
  pull_quote: toggleWrap('pull_quote'),
  divider: addDivider,
  undo,
  redo,
} satisfies Record<string, Command>

export type CommandName = keyof typeof commands

function isInside(state: EditorState, name: string): boolean {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    if ($from.node(depth).type.name === name) return true
  }
  return false
}

/** ProseMirror over the closed schema, mounted once; the page draws the tools around it. */
export function mountRichText(options: Options) {
  const keys = keymap({
    'Mod-b': commands.strong,
    'Mod-i': commands.em,
    'Mod-Alt-2': commands.heading,
    'Mod-Alt-3': commands.subheading,
    'Mod-Shift-7': commands.ordered_list,
    'Mod-Shift-8': commands.bullet_list,
    'Mod-Shift-9': commands.quote,
    'Mod-Alt-9': commands.pull_quote,
    'Mod-Alt-h': commands.divider,
    'Mod-k': () => tell('link'),
    'Mod-Alt-m': () => tell('mode'),
    'Mod-Alt-p': () => tell('picture'),
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    Enter: splitListItem(type('list_item')),
    'Shift-Enter': addBreak,
    'Mod-]': sinkListItem(type('list_item')),
    'Mod-[': liftListItem(type('list_item')),
    // Tab leaves the text: nobody who uses the keyboard alone is caught in it.
  })
  const tell = (tool: PageTool) => {
    options.onKey(tool)
    return true
  }
  const stateOf = (doc: StoryNode) =>
    EditorState.create({ doc, plugins: [history(), keys, keymap(baseKeymap)] })

  const view = new EditorView(options.place, {
    state: stateOf(parseMarkdown(options.markdown)),
    attributes: {
      class: options.className,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': options.labelledBy,
      'aria-describedby': options.describedBy,
    },
    // The tools stick to the top of the window.
    scrollMargin: { top: 120, bottom: 80, left: 0, right: 0 },
    scrollThreshold: { top: 120, bottom: 80, left: 0, right: 0 },
    dispatchTransaction(transaction: Transaction) {
      view.updateState(view.state.apply(transaction))
      options.onSelect(selectedIn(view.state))
      if (transaction.docChanged) options.onChange()
    },
    handleDOMEvents: {
      // ProseMirror would read HTML by innerHTML, which the page's Trusted Types forbid.
      paste(_, event) {
        event.preventDefault()
        if (event.clipboardData) void insertFrom(event.clipboardData)
        return true
      },
      drop(_, event) {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return false
        event.preventDefault()
        options.onFiles(files)
        return true
      },
    },
  })
  options.onSelect(selectedIn(view.state))

  let isPlainPaste = false
  view.dom.addEventListener('keydown', (event) => {
    isPlainPaste = event.shiftKey && (event.ctrlKey || event.metaKey)
  })

  async function insertFrom(data: DataTransfer) {
    const html = isPlainPaste ? '' : data.getData('text/html')
    const text = data.getData('text/plain')
    const files = [...data.files]
    isPlainPaste = false
    if (!html && !text && files.length > 0) return options.onFiles(files)
    // Loaded when it is first needed.
    const doc = html
      ? (await import('#markdown/from-html.ts')).fromHtml(html, { picture: ownPicture }).doc
      : (await import('#markdown/from-text.ts')).fromText(text)
    view.dispatch(view.state.tr.replaceSelection(Slice.maxOpen(doc.content)).scrollIntoView())
  }

  return {
    run(name: CommandName) {
      commands[name](view.state, view.dispatch)
      view.focus()
    },
    /** An empty address takes the link away. */
    setLink(href: string) {
      const { from, to, empty } = view.state.selection
      const link = marks['link']
      const range = empty ? linkAround(view.state) : { from, to }
      let { tr } = view.state
      if (range) tr = tr.removeMark(range.from, range.to, link)
      if (href && range) tr = tr.addMark(range.from, range.to, link.create({ href }))
      else if (href) tr = tr.insert(from, storySchema.text(href, [link.create({ href })]))
      view.dispatch(tr)
      view.focus()
    },
    /** It is selected, so that its words can be set. */
    addPicture(attrs: PictureAttrs) {
      const { tr } = view.state
      tr.replaceSelectionWith(type('picture').create(attrs))
      let at = 0
      tr.doc.descendants((node, position) => {
        if (node.type === type('picture') && node.attrs['src'] === attrs.src) at = position
      })
      view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)).scrollIntoView())
    },
    setPicture(attrs: PictureAttrs) {
      const { selection } = view.state
      if (!(selection instanceof NodeSelection)) return
      view.dispatch(view.state.tr.setNodeMarkup(selection.from, null, attrs))
      view.focus()
    },
    /** After the block with the caret, which stands behind them afterwards. */
    insertBlocks(markdown: string) {
      const { doc, selection, tr } = view.state
      const at = selection.$to.depth > 0 ? selection.$to.after(1) : selection.to
      const isEmpty = doc.childCount === 1 && doc.firstChild?.content.size === 0
      const blocks = parseMarkdown(markdown).content
      tr.replaceWith(isEmpty ? 0 : at, isEmpty ? doc.content.size : at, blocks)
      const end = (isEmpty ? 0 : at) + blocks.size
      view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(end), -1)).scrollIntoView())
      view.focus()
    },
    read: () => writeMarkdown(view.state.doc),
    /** Another text, with a history of its own. */
    replace(markdown: string) {
      view.updateState(stateOf(parseMarkdown(markdown)))
      options.onSelect(selectedIn(view.state))
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}

export type RichText = ReturnType<typeof mountRichText>

export { isLink }

function ownPicture({ src }: { src: string }) {
  const path = parseUrl(src)?.pathname ?? src
  return uploadId(path) ? { src: path } : undefined
}

function linkAround(state: EditorState): { from: number; to: number } | undefined {
  const { $from } = state.selection
  const link = marks['link'].isInSet($from.marks())
  if (!link) return undefined
  const start = $from.start()
  let range: { from: number; to: number } | undefined
  $from.parent.forEach((child, offset) => {
    const from = start + offset
    const to = from + child.nodeSize
    if (!link.isInSet(child.marks)) return
    if (range && range.to === from) range.to = to
    else if (!range || range.to < $from.pos) range = { from, to }
  })
  return range
}

function selectedIn(state: EditorState): Selected {
  const { selection, storedMarks } = state
  const { $from, from, to, empty } = selection
  const here = storedMarks ?? $from.marks()
  const has = (name: 'strong' | 'em') =>
    empty ? marks[name].isInSet(here) !== undefined : state.doc.rangeHasMark(from, to, marks[name])
  const blocks = new Set<string>()
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type: inside, attrs } = $from.node(depth)
    blocks.add(inside.name === 'heading' && attrs['level'] === 3 ? 'subheading' : inside.name)
  }
  const picture =
    selection instanceof NodeSelection && selection.node.type.name === 'picture'
      ? (selection.node.attrs as PictureAttrs)
      : undefined
  return {
    marks: new Set((['strong', 'em'] as const).filter(has)),
    blocks,
    link: marks['link'].isInSet($from.marks())?.attrs['href'],
    picture,
    canUndo: undo(state),
    canRedo: redo(state),
  }
}
