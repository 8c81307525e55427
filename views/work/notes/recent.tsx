import { Avatar } from '#views/ui/avatar.tsx'
import { IconLink } from '#views/ui/button.tsx'
import { ownPiece } from '#views/ui/cached-pieces.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { truncate } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'

type RecentNoteLine = {
  id: string
  name: string
  message: string
  date: string
  job: { id: string; reference: string }
  description: string
  href?: string
}

export const RecentNotes = ownPiece(NotesPanel)

function NotesPanel({ notes, zone }: { notes: readonly RecentNoteLine[]; zone: string }) {
  return (
    <div id="recentnotes" data-refresh="notes" hx-get="/notes/recent" hx-trigger="asked">
      <Panel title="Recent notes" flush>
        {notes.length === 0 ? (
          <EmptyState
            icon="message"
            text="Nobody has written a note yet."
            hint="Notes are written on the Notes tab of a job."
          />
        ) : (
          <ol className="recentnotes" data-rows="">
            {notes.map((note) => (
              <Note key={note.id} note={note} zone={zone} />
            ))}
          </ol>
        )}
      </Panel>
    </div>
  )
}

const Note = ownPiece(DrawnNote)

function DrawnNote({ note, zone }: { note: RecentNoteLine; zone: string }) {
  const { id, name, message, date, job, description, href } = note
  return (
    <li id={`note-${id}`} tabIndex={-1}>
      <Avatar name={name} decorative />
      <div>
        <p className="by">
          <strong>{name || '(unknown)'}</strong> on <strong>{job.reference}</strong>{' '}
          <span className="about">{truncate(description, 40)}</span>
        </p>
        <p className="message">{message}</p>
        <p className="at">
          <DateTime iso={date} zone={zone} /> · <DateTime iso={date} zone={zone} relative />
        </p>
      </div>
      {href && <IconLink icon="eye" label={`View ${job.reference}`} href={href} />}
    </li>
  )
}
