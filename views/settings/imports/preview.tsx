import { Banner } from '#views/ui/small.tsx'

export type PreviewProps = {
  heads: readonly string[]
  rows: readonly { line: number; cells: readonly string[] }[]
  problems: readonly string[]
  warnings: readonly string[]
  /** Columns of the file that fill nothing. */
  spare: readonly string[]
}

export function ImportPreview({ heads, rows, problems, warnings, spare }: PreviewProps) {
  if (heads.length === 0) return <p className="hint">Choose a column, and the first rows show here.</p>
  return (
    <>
      {warnings.map((warning) => (
        <Banner key={warning} level="warning">
          {warning}
        </Banner>
      ))}
      {problems.length > 0 && (
        <Banner level="warning">
          <ul className="plainlist">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Banner>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className="sample" tabIndex={0} aria-label="The first rows">
        <table>
          <caption className="unseen">The first rows as they come in</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, cells }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {cells.map((cell, at) => (
                  <td key={heads[at]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {spare.length > 0 && <p className="hint">Not taken: {spare.join(', ')}.</p>}
    </>
  )
}
