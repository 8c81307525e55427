import type { WaitingMail } from '#server/mail/waiting-mails.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { ListRegion } from '#views/ui/list.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

export type WaitingMailsProps = { mails: readonly WaitingMail[]; noserver: boolean }

const URL = '/account/mails'

const columns: Column<WaitingMail>[] = [
  { key: 'to', head: 'To', cell: ({ to }) => to },
  {
    key: 'subject',
    head: 'Subject',
    cell: ({ subject, open }) => (open ? <a href={open}>{subject}</a> : subject),
  },
  { key: 'createdutc', head: 'Since', cell: ({ createdutc }) => <DateTime iso={createdutc} /> },
  {
    key: 'untilutc',
    head: 'State',
    cell: ({ untilutc, error, withdrawn }) =>
      untilutc ? (
        <>
          Waits until <DateTime iso={untilutc} />
          {error && ` · ${error}`}
        </>
      ) : withdrawn ? (
        `Not sent. ${error}`
      ) : (
        <span className="expired">Given up. {error}</span>
      ),
  },
]

/** What an account wrote and no server has: to whom, since when and for how long it waits. */
export const WaitingMails = ({ mails, noserver }: WaitingMailsProps) => (
  <ListRegion id="waitingmails" refresh="mails" url={URL}>
    <Table
      caption="Mails that wait to be sent"
      columns={columns}
      rows={mails}
      rowid={({ id }) => id}
      url={URL}
      region="waitingmails"
      actions={({ id, untilutc, to, withdrawn }) => (
        <>
          {!withdrawn && (untilutc === null || !noserver) && (
            <Button
              small
              aria-label={`Send the mail to ${to} now`}
              hx-post={`${URL}/${id}/again`}
              hx-swap="none"
            >
              Send now
            </Button>
          )}
          <IconButton
            icon={withdrawn ? 'x' : 'undo'}
            label={withdrawn ? `Remove the mail to ${to} from this list` : `Take back the mail to ${to}`}
            hx-post={`/mail/waiting/${id}/takeback`}
            hx-swap="none"
            {...(!withdrawn &&
              confirmFirst({
                question: `Take back the mail to ${to}? Nobody gets it then.`,
                yes: 'Take it back',
                danger: true,
              }))}
          />
        </>
      )}
      empty={<EmptyState icon="mail" text="No mail waits to be sent." />}
    />
    {!noserver && mails.filter(({ untilutc }) => untilutc !== null).length > 1 && (
      <div className="formfoot">
        <Button icon="mail" hx-post={`${URL}/sendnow`} hx-swap="none">
          Send all now
        </Button>
      </div>
    )}
  </ListRegion>
)
