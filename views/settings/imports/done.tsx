import { Button, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { DescriptionList, Panel, Stat } from '#views/ui/panel.tsx'
import { Banner } from '#views/ui/small.tsx'
import { countText } from './overview.tsx'
import { ImportSteps } from './steps.tsx'

type DoneProps = {
  name: string
  list: { singular: string; plural: string; href: string }
  done: {
    filename: string
    rows: number
    refused: number
    added: number
    changed: number
    there: number
    user: string
    doneutc: string
    undoneutc: string | null
    undoneby: string
  }
  url: string
  /** The rows that were left out can still be downloaded. */
  canmend: boolean
  zone: string
}

export function ImportDonePage({ name, list, done, url, canmend, zone }: DoneProps) {
  const { filename, rows, refused, added, changed, there, user, doneutc, undoneutc, undoneby } = done
  return (
    <>
      <PageTitle title={`Import ${list.plural}`} subtitle={filename} />
      <ImportSteps at="done" />
      <section id="importdone" data-refresh="imports">
        {undoneutc ? (
          <Banner level="info">
            Taken back by {undoneby}, <DateTime iso={undoneutc} zone={zone} />.
          </Banner>
        ) : (
          <Banner level="success">
            {countText(added)} {added === 1 ? list.singular : list.plural} came in
            {changed > 0 && `, and ${countText(changed)} took what the file says`}.
          </Banner>
        )}
        {refused > 0 && (
          <Banner level="warning">
            {refused === 1 ? 'One row was' : `${countText(refused)} rows were`} left out for what is wrong in{' '}
            {refused === 1 ? 'it' : 'them'}.{' '}
            {canmend && (
              <a href={`${url}/refused`} download>
                Download {refused === 1 ? 'it' : 'them'} to be mended
              </a>
            )}
          </Banner>
        )}
        <div className="stats">
          <Stat label="New" value={countText(added)} />
          <Stat label="Changed" value={countText(changed)} />
          <Stat label="As before" value={countText(there)} />
          {refused > 0 && <Stat label="Left out" value={countText(refused)} />}
        </div>
        <Panel title="About this import">
          <DescriptionList
            facts={[
              { label: 'File', value: filename },
              { label: 'Rows', value: countText(rows) },
              { label: 'By', value: user },
              { label: 'When', value: <DateTime iso={doneutc} zone={zone} /> },
            ]}
          />
        </Panel>
        <div className="importfoot">
          <LinkButton look="primary" href={list.href}>
            See {list.plural}
          </LinkButton>
          <LinkButton href="/import">Import more</LinkButton>
          <LinkButton look="quiet" href={`/import/${name}`}>
            Another file of {list.plural}
          </LinkButton>
          {!undoneutc && (
            <Button
              look="quiet"
              icon="undo"
              hx-post={`${url}/undo`}
              hx-swap="none"
              {...confirmFirst({
                question:
                  'Take this import back? What it brought goes, and what it changed is as before. It is refused when something refers to it by now.',
                yes: 'Take back',
                danger: true,
              })}
            >
              Undo
            </Button>
          )}
        </div>
      </section>
    </>
  )
}
