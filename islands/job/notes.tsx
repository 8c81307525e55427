import { type FormEvent, useRef, useState } from 'react'
import { callOrWait, errorMessage } from '#islands/lib/call.ts'
import { ShowOlder } from '#islands/lib/show-older.tsx'
import { useNewest } from '#islands/lib/use-newest.ts'
import { Avatar } from '#views/ui/avatar.tsx'
import { Button } from '#views/ui/button.tsx'
import { EmptyState, Skeleton } from '#views/ui/small.tsx'
import { RelativeTime } from './relative-time.tsx'

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

/** Guarded by the page like every form: a note that was begun is not lost by closing. */
function NewNote({ jobid, reference, onWritten }: NewNoteProps) {
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState('')
  const form = useRef<HTMLFormElement>(null)

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    const message = String(new FormData(form.current ?? undefined).get('message')).trim()
    if (!message || saving) return
    setSaving(true)
    setError('')
    try {
      await write(message)
    } catch (thrown) {
      setError(errorMessage(thrown))
    }
    setSaving(false)
  }

  async function write(message: string): Promise<void> {
    const waits = { label: `Note on ${reference}`, group: jobid }
    const reply = await callOrWait<Note>('POST', `/api/jobs/${jobid}/notes`, { message }, waits)
    if (reply) onWritten(reply.data)
    form.current?.reset()
  }

  return (
    <form
      ref={form}
      className="newnote"
      data-guard=""
      aria-busy={saving}
      onSubmit={(event) => void save(event)}
    >
      <textarea
        name="message"
        aria-label="New note"
        placeholder="Write a note"
        rows={2}
        maxLength={10_000}
        readOnly={saving}
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
