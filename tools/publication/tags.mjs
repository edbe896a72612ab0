// The structure that screen readers follow. A node is made when the text is laid out and becomes an
// element of the document when its first line is drawn.

export function makeTags(doc) {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const elements = new Map()

  function elementOf(node) {
    if (!node) return root
    if (!elements.has(node)) {
      const element = doc.struct(node.type)
      elementOf(node.parent).add(element)
      elements.set(node, element)
    }
    return elements.get(node)
  }

  return {
    node: (type, parent = null) => ({ type, parent }),
    mark(node, draw) {
      const element = elementOf(node)
      element.add(() => draw(element))
    },
    artifact(draw) {
      doc.markContent('Artifact', { type: 'Layout' })
      draw()
      doc.endMarkedContent()
    },
    end: () => root.end(),
  }
}
