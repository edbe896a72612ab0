import { parseMarkdown } from '#markdown/parse-markdown.ts'
import { StoryText } from './StoryText.tsx'

const text = `She sold **akara** at dawn, and *nobody* asked her [why](/about).

## What it cost

- A bag of beans
- Two tins of oil

1. First
2. Then

> We counted it.

>> Nobody asked her why.

### And then

---

The end.`

export const examples = {
  everyBlock: () => <StoryText doc={parseMarkdown(text)} />,
}
