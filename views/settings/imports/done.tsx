import { wholeNumber } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { DescriptionList, Panel, Stat } from '#views/ui/panel.tsx'
import { Banner } from '#views/ui/small.tsx'
import { leftOutWords } from '#views/ui/synced-list.tsx'
import { ImportSteps } from './steps.tsx'
import { ImportWarnings } from './warnings.tsx'

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
  /** Why it could not be taken back just now. */
  notundone?: string
  /** How much of it was taken back just now. */
  undone?: string
  /** The rows that were left out can still be downloaded. */
  canmend: boolean
  zone: string
  warnings: readonly string[]
}

export function ImportDonePage({
  name,
  list,
  done,
  url,
  notundone,
  undone,
  canmend,
  zone,
  warnings,
}: DoneProps) {
  const { filename, rows, refused, added, changed, there, user, doneutc, undoneutc, undoneby } = done
  return (
    <>
      <PageTitle title={`Import ${list.plural}`} subtitle={filename} />
      <ImportSteps at="done" />
      <section id="importdone" data-refresh="imports">
        {notundone && !undoneutc && <Banner level="error">{notundone}</Banner>}
        {undoneutc ? (
          <Banner level="info">
            Taken back by {undoneby}, <DateTime iso={undoneutc} zone={zone} />
            {undone ? `: ${undone}.` : '.'}
          </Banner>
        ) : (
          <Banner level="success">
            {wholeNumber(added)} {added === 1 ? list.singular : list.plural} came in
            {changed > 0 && `, and ${wholeNumber(changed)} took what the file says`}.
          </Banner>
        )}
        {refused > 0 && (
          <Banner level="warning">
            {leftOutWords(refused)}{' '}
            {canmend && (
              <a href={`${url}/refused`} download>
                Download {refused === 1 ? 'it' : 'them'} to be mended
              </a>
            )}
          </Banner>
        )}
        <ImportWarnings warnings={warnings} />
        <div className="stats">
          <Stat label="New" value={wholeNumber(added)} />
          <Stat label="Changed" value={wholeNumber(changed)} />
          <Stat label="As before" value={wholeNumber(there)} />
          {refused > 0 && <Stat label="Left out" value={wholeNumber(refused)} />}
        </div>
        <Panel title="About this import">
          <DescriptionList
            facts={[
              { label: 'File', value: filename },
              { label: 'Rows', value: wholeNumber(rows) },
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
              Take back
            </Button>
          )}
        </div>
      </section>
    </>
  )
}
