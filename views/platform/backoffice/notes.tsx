import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { TextArea } from '#views/ui/inputs.tsx'
import { ListStops } from '#views/ui/list-stops.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'
import { Chip, EmptyState } from '#views/ui/small.tsx'

type Note = { id: string; note: string; added: string; hidden: boolean; by: string }
type NotesProps = { accountid: string; notes: readonly Note[]; hidden: boolean; most: number }

export function AccountNotes({ accountid, notes, hidden, most }: NotesProps) {
  const at = `/backoffice/accounts/${accountid}/notes`
  const swap = { 'hx-target': '#accountnotes', 'hx-swap': 'outerMorph' }
  const kept = { 'hx-vals': JSON.stringify({ hidden: hidden ? 'true' : '' }) }
  return (
    <div id="accountnotes" data-noguard="">
      <div className="adding" data-needs="note">
        <TextArea label="Note" name="note" maxlength={4000} form={NO_FORM} rows={2} />
        <Button icon="plus" hx-post={at} hx-include="closest .adding" {...kept} {...swap} hx-swap="outerHTML">
          Add
        </Button>
      </div>
      {notes.length === 0 && (
        <EmptyState
          icon="message"
          text="Nothing has been noted."
          hint="The account’s people never see these."
        />
      )}
      <ul className="operatornotes">
        {notes.map(({ id, note, added, hidden: away, by }) => (
          <li key={id} className={away ? 'away' : undefined}>
            <p>{note}</p>
            <p className="hint">
              {by || 'Somebody'}, <DateTime iso={added} /> {away && <Chip>Hidden</Chip>}
              <Button
                small
                look="quiet"
                icon={away ? 'eye' : 'eye-off'}
                hx-post={`/backoffice/notes/${id}/${away ? 'unhide' : 'hide'}`}
                {...kept}
                {...swap}
              >
                {away ? 'Unhide' : 'Hide'}
              </Button>
            </p>
          </li>
        ))}
      </ul>
      <ListStops
        rows={notes}
        at={most}
        rest="They are the newest; hide what is done with, and older ones come up."
      />
      <Button small look="quiet" hx-get={hidden ? at : `${at}?hidden=true`} {...swap}>
        {hidden ? 'Leave out hidden notes' : 'Show hidden notes'}
      </Button>
    </div>
  )
}
