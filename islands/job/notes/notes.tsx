import { type FormEvent, useRef, useState } from 'react'
import { RelativeTime } from '#islands/job/relative-time.tsx'
import { callOrWait, errorMessage } from '#islands/lib/call.ts'
import { ShowOlder } from '#islands/lib/show-older.tsx'
import { useNewest } from '#islands/lib/use-newest.ts'
import { Avatar } from '#views/ui/avatar.tsx'
import { Button } from '#views/ui/button.tsx'
import { EmptyState, Skeleton } from '#views/ui/small.tsx'

type Note = { id: string; name: string; message: string; date: string }
type NotesProps = {
  jobid: string
  reference: string
  zone: string
  canwrite: boolean
  count: number
  onWritten: () => void
}

export function JobNotes({ jobid, reference, zone, canwrite, count, onWritten }: NotesProps) {
  // Another count means that someone wrote. The hub may have brought a note before its own answer.
  const { rows: notes, problem, older, add, showOlder } = useNewest<Note>(`/api/jobs/${jobid}/notes`, count)
  const written = (note: Note) => {
    add(note)
    onWritten()
  }

  return (
    <div className="notes">
      {canwrite && <NewNote jobid={jobid} reference={reference} onWritten={written} />}
      {problem && <p className="error">{problem}</p>}
      {!notes && !problem && <Skeleton />}
      {notes?.length === 0 && <EmptyState icon="message" text="Nobody has written a note yet." />}
      <ol>
        {notes?.map(({ id, name, message, date }) => (
          <li key={id}>
            <Avatar name={name} decorative />
            <div>
              <p className="by">
                <strong>{name || '(unknown)'}</strong> <RelativeTime iso={date} zone={zone} />
              </p>
              <p className="message">{message}</p>
            </div>
          </li>
        ))}
      </ol>
      <ShowOlder count={older} onShow={showOlder} />
    </div>
  )
}

type NewNoteProps = Pick<NotesProps, 'jobid' | 'reference'> & {
  onWritten: (note: Note) => void
}

/** Guarded by the page like every form: a note that was begun, or is being sent, is not lost by closing. */
function NewNote({ jobid, reference, onWritten }: NewNoteProps) {
  const [sending, setSending] = useState<readonly string[]>([])
  const [error, setError] = useState('')
  const last = useRef(Promise.resolve())

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('message') as HTMLTextAreaElement
    const message = field.value.trim()
    if (!message) return
    const entered = event.currentTarget.cloneNode(true) as HTMLFormElement
    for (const copy of entered.querySelectorAll('textarea')) copy.value = message
    // The next note may be typed at once.
    field.value = ''
    setError('')
    setSending((notes) => [...notes, message])
    last.current = last.current.then(() => send(message, entered, field))
  }

  async function send(message: string, entered: HTMLFormElement, field: HTMLTextAreaElement): Promise<void> {
    try {
      const waits = { label: `Note on ${reference}`, group: jobid, apart: true, form: entered }
      const reply = await callOrWait<Note>('POST', `/api/jobs/${jobid}/notes`, { message }, waits)
      if (reply) onWritten(reply.data)
    } catch (thrown) {
      setError(errorMessage(thrown))
      field.value = [message, field.value].filter(Boolean).join('\n')
    }
    setSending((notes) => notes.slice(1))
  }

  return (
    <form className="newnote" data-guard="" aria-busy={sending.length > 0} onSubmit={save}>
      <input type="hidden" name="sending" data-label="New note" value={sending.join('\n')} />
      <textarea
        name="message"
        aria-label="New note"
        placeholder="Write a note"
        rows={2}
        maxLength={10_000}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'note-error' : undefined}
      />
      {error && (
        <p className="error" id="note-error" role="alert">
          {error}
        </p>
      )}
      <Button type="submit" small>
        Add note
      </Button>
    </form>
  )
}
