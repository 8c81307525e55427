import { IconButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { ListCount, ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type WaitingMail = { id: string; createdutc: string; attempts: number; error: string; nextutc: string }
type MailProps = {
  title: string
  /** The platform's mail server, `host:port`; null: none is set. */
  server: string | null
  givenup: readonly WaitingMail[]
  delayed: readonly WaitingMail[]
}

const URL = '/backoffice/mail'
const written: Column<WaitingMail> = {
  key: 'createdutc',
  head: 'Written',
  cell: ({ createdutc }) => <DateTime iso={createdutc} />,
}
const why: Column<WaitingMail>[] = [
  { key: 'attempts', head: 'Tries', numeric: true, cell: ({ attempts }) => attempts },
  { key: 'error', head: 'Why', cell: ({ error }) => error },
]
const next: Column<WaitingMail> = {
  key: 'nextutc',
  head: 'Tried again',
  cell: ({ nextutc }) => <DateTime iso={nextutc} />,
}

/** `/backoffice/mail`: what the platform wrote and could not send. Whom it is for and what it says stays encrypted. */
export function PlatformMail({ title, server, givenup, delayed }: MailProps) {
  return (
    <>
      <PageTitle
        title={title}
        subtitle="Confirmations, new passwords, invitations and receipts that did not go out."
      />
      {server === null && (
        <Banner level="warning">
          No mail server is set for the platform. Set JOBLANE_SMTP and start the program again.
        </Banner>
      )}
      <ListRegion id="platformmail" refresh="platformmail" url={URL}>
        <h2 className="sectionhead">Given up</h2>
        {givenup.length > 0 && <ListCount total={givenup.length} noun="mail" />}
        <Table
          caption="Mails that were given up"
          columns={[written, ...why]}
          rows={givenup}
          rowid={({ id }) => id}
          url={URL}
          region="platformmail"
          actions={({ id }) => (
            <>
              <IconButton icon="refresh-cw" label="Try again" hx-post={`${URL}/${id}/again`} hx-swap="none" />
              <IconButton
                icon="trash"
                label="Remove"
                hx-delete={`${URL}/${id}`}
                hx-swap="none"
                {...confirmFirst({
                  question: 'Remove this mail? Whoever waits for it has to ask for another.',
                  yes: 'Remove',
                  danger: true,
                })}
              />
            </>
          )}
          empty={
            <EmptyState
              icon="mail"
              text="No mail was given up."
              hint={server ? `Mails of the platform go over ${server}.` : undefined}
            />
          }
        />
        {delayed.length > 0 && (
          <>
            <h2 className="sectionhead">Waiting</h2>
            <ListCount total={delayed.length} noun="mail" />
            <Table
              caption="Mails that wait to be tried again"
              columns={[written, next, ...why]}
              rows={delayed}
              rowid={({ id }) => id}
              url={URL}
              region="platformmail"
            />
          </>
        )}
      </ListRegion>
    </>
  )
}
