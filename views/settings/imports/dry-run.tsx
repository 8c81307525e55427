import { wholeNumber } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel, Stat } from '#views/ui/panel.tsx'
import { Banner } from '#views/ui/small.tsx'
import { PriceMoves, type PriceMovesProps } from './price-moves.tsx'
import { type ImportSource, StartAgain } from './start-again.tsx'
import { ImportSteps } from './steps.tsx'
import { ImportWarnings } from './warnings.tsx'

type Problem = { lines: string; column: string | null; sentence: string }
type DryRunProps = {
  name: string
  list: { singular: string; plural: string }
  filename: string
  source?: ImportSource
  url: string
  dryRun: {
    counts: { added: number; changed: number; there: number }
    rows: number
    good: number
    problems: readonly Problem[]
    more: number
    warnings?: readonly string[]
    prices?: PriceMovesProps
  }
  failed?: string
}

const SHOWN = 200

export function ImportDryRun({ name, list, filename, source, url, dryRun, failed }: DryRunProps) {
  const { counts, rows, good, problems, more } = dryRun
  const many = problems.length + more
  const coming = counts.added + counts.changed
  return (
    <>
      <PageTitle title={`Import ${list.plural}`} subtitle={filename} />
      <ImportSteps at="dryRun" />
      {failed && <Banner level="error">{failed}</Banner>}
      {many > 0 && (
        <Banner level="warning">
          {coming > 0
            ? `${rowsText(rows - good)} of ${wholeNumber(rows)} cannot come in. ${mending(source)}, or import the others now and these once they are mended.`
            : `Nothing new in this ${source ? 'list' : 'file'} can come in yet. ${mending(source)}, or choose other columns.`}
        </Banner>
      )}
      <ImportWarnings warnings={dryRun.warnings} />
      <div className="stats">
        <Stat label="New" value={wholeNumber(counts.added)} />
        <Stat label="Changed" value={wholeNumber(counts.changed)} />
        <Stat label="As before" value={wholeNumber(counts.there)} />
        <Stat label="Cannot come in" value={wholeNumber(rows - good)} />
      </div>
      {dryRun.prices && <PriceMoves {...dryRun.prices} />}
      {many > 0 && <Problems problems={problems} many={many} url={url} />}
      <div className="importfoot">
        {many === 0 && coming > 0 && (
          <Button look="primary" icon="check" hx-post={`${url}/run`} hx-swap="none">
            Import {wholeNumber(coming)} {coming === 1 ? list.singular : list.plural}
          </Button>
        )}
        {many > 0 && coming > 0 && (
          <Button
            icon="check"
            hx-post={`${url}/run`}
            hx-swap="none"
            hx-vals={JSON.stringify({ rows: 'good' })}
          >
            Import the {good === 1 ? 'one row' : `${wholeNumber(good)} rows`} without problems
          </Button>
        )}
        {many === 0 && coming === 0 && (
          <p>Everything in this {source ? 'list' : 'file'} is there already. There is nothing to import.</p>
        )}
        <LinkButton href={`${url}?step=columns`}>Choose other columns</LinkButton>
        <StartAgain name={name} source={source} look={many > 0 ? 'primary' : 'quiet'} />
      </div>
    </>
  )
}

const mending = (source: DryRunProps['source']) =>
  source ? `Mend what is wrong in ${source} and bring the list in again` : 'Mend the file and choose it again'

const rowsText = (rows: number) => (rows === 1 ? 'One row' : `${wholeNumber(rows)} rows`)

function Problems({ problems, many, url }: { problems: readonly Problem[]; many: number; url: string }) {
  return (
    <Panel
      title="What stands in the way"
      flush
      actions={
        <>
          <LinkButton small icon="download" href={`${url}/refused`} download>
            Rows to mend
          </LinkButton>
          <LinkButton small icon="download" href={`${url}/problems`} download>
            As a list
          </LinkButton>
        </>
      }
    >
      <div className="table">
        <table>
          <caption className="unseen">Problems by row and column</caption>
          <thead>
            <tr>
              <th scope="col">Lines</th>
              <th scope="col">Column</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody>
            {problems.slice(0, SHOWN).map(({ lines, column, sentence }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes in place
              <tr key={at}>
                <td data-label="Lines">{lines || '–'}</td>
                <td data-label="Column">{column ?? '–'}</td>
                <td>{sentence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {many > SHOWN && <p className="hint belowtable">and {wholeNumber(many - SHOWN)} more.</p>}
    </Panel>
  )
}
