import { type FormEvent, useRef } from 'react'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { fullDate } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { RichText } from '#views/ui/rich-text.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { RichToolbar } from './rich-toolbar.tsx'
import { useRichEditor } from './use-rich-editor.ts'
import { useSaveFeedback } from './use-save-feedback.ts'

type FeedbackProps = {
  job: JobDetail
  today: string
  canwrite: boolean
  take: (job: JobDetail) => void
  beforeWrite: () => Promise<JobDetail | undefined>
}

/** What the workshop reports back. */
export default function JobFeedback(props: FeedbackProps) {
  const { job, canwrite } = props
  if (canwrite) return <FeedbackForm {...props} />
  if (!job.feedback) return <EmptyState icon="message" text="There is no feedback on this job." />
  return <RichText html={job.feedback} />
}

const EDITOR = 'feedback-editor'

function FeedbackForm({ job, today, take, beforeWrite }: FeedbackProps) {
  const place = useRef<HTMLDivElement>(null)
  const { editor, html, begin, failed } = useRichEditor(place, job.feedback, 'Feedback')
  const { opened, saving, error, theirs, save } = useSaveFeedback({ job, take, beforeWrite })
  const typed = html !== undefined && html !== opened

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (html !== undefined) void save(html)
  }

  return (
    // Guarded by the page like every form: what was begun is not lost by closing.
    <form className="feedback" data-guard="" aria-busy={saving} onSubmit={submit}>
      <input type="hidden" name="feedback" data-label="Feedback" value={typed ? html : ''} />
      {editor && <RichToolbar editor={editor} date={fullDate(today)} controls={EDITOR} />}
      <div id={EDITOR} ref={place} hidden={!editor} />
      {!editor && (
        <>
          {job.feedback ? (
            <RichText html={job.feedback} />
          ) : (
            <EmptyState
              icon="message"
              text="Nobody has written feedback yet."
              hint="What was found and done."
            />
          )}
          <Button icon="pencil" onClick={begin}>
            {job.feedback ? 'Edit' : 'Write feedback'}
          </Button>
        </>
      )}
      {(error || failed) && (
        <p className="error" role="alert">
          {error || failed}
        </p>
      )}
      {theirs !== undefined && (
        <details>
          <summary>What they wrote</summary>
          {theirs ? <RichText html={theirs} /> : <p>They took it away.</p>}
        </details>
      )}
      {editor && (
        <Button type="submit" disabled={!typed} aria-busy={saving}>
          Save feedback
        </Button>
      )}
    </form>
  )
}
