import { Button } from './button.tsx'
import { confirmFirst } from './confirm.ts'

/** Of a draft at `url`, which has no number yet. */
export const DeleteDraft = ({ url }: { url: string }) => (
  <Button
    look="danger"
    icon="trash"
    hx-delete={url}
    hx-swap="none"
    {...confirmFirst({
      question: 'Delete this draft? It has no number, so nothing is lost.',
      yes: 'Delete draft',
      danger: true,
    })}
  >
    Delete
  </Button>
)

/** What is typed is saved by it before anything is asked of the draft. */
export const SaveDraft = ({ url }: { url: string }) => (
  <Button hx-post={`${url}/save`} hx-include="closest form" hx-swap="none" data-saves-first="">
    Save draft
  </Button>
)
