import { RestoredDraft } from './RestoredDraft.tsx'

export const examples = {
  restored: () => <RestoredDraft onDiscard={() => {}}>Your draft is back.</RestoredDraft>,
}
