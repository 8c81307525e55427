import { withQuery } from '#views/ui/links.ts'
import { FilterBar, ListCount, ListRegion, SearchBox } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type Call = { method: string; path: string; claim: string | null; summary: string }

const PATH = '/account/calls'

export const claimText = (claim: string | null) =>
  claim === null ? 'public' : claim === 'seat' ? 'any seat' : claim

const columns: Column<Call>[] = [
  {
    key: 'call',
    head: 'Call',
    cell: ({ method, path }) => (
      <code>
        {method} {path}
      </code>
    ),
  },
  { key: 'claim', head: 'Right', cell: ({ claim }) => <span className="figure">{claimText(claim)}</span> },
  { key: 'summary', head: 'What it does', wide: true, cell: ({ summary }) => summary },
]

type CallListProps = { rows: readonly Call[]; query: { search: string; mine: boolean }; url: string }

export function CallList({ rows, query, url }: CallListProps) {
  return (
    <>
      <PageTitle
        title="Calls"
        subtitle="What another program can ask and change here, with an API key or a token."
      />
      <FilterBar url={url} region="calls">
        <SearchBox value={query.search} label="Search calls" />
        <label className="filter">
          <input type="checkbox" name="mine" defaultChecked={query.mine} /> Only what I may do
        </label>
      </FilterBar>
      <p className="hint">
        <a href="/api/openapi.json">openapi.json</a> says the same to programs; keys are made in{' '}
        <a href="/account/profile?tab=keys">your profile</a>.
      </p>
      <ListRegion id="calls" url={PATH}>
        <ListCount total={rows.length} noun="call" />
        <Table
          caption="Calls"
          columns={columns}
          rows={rows}
          rowid={({ method, path }) => `${method} ${path}`}
          url={url}
          region="calls"
          href={({ method, path }) => withQuery(`${PATH}/call`, { method, path })}
          empty={
            <EmptyState icon="search" text="No call holds these words." hint="Search for fewer of them." />
          }
        />
      </ListRegion>
    </>
  )
}

/** For whoever has not signed in. */
export function Calls({ calls }: { calls: readonly Call[] }) {
  return (
    <>
      <h1>Calls</h1>
      <p>
        {calls.length} calls. Sign in by <code>POST /api/auth/authenticate</code> and send{' '}
        <code>Authorization: Bearer …</code>. The machine-readable form is at{' '}
        <a href="/api/openapi.json">/api/openapi.json</a>; whoever is signed in can{' '}
        <a href={PATH}>try them</a>.
      </p>
      <div className="table">
        <table>
          <caption className="unseen">Calls</caption>
          <thead>
            <tr>
              <th scope="col">Call</th>
              <th scope="col">Claim</th>
              <th scope="col">What it does</th>
            </tr>
          </thead>
          <tbody>
            {calls.map(({ method, path, claim, summary }) => (
              <tr key={`${method} ${path}`}>
                <td>
                  <code>
                    {method} {path}
                  </code>
                </td>
                <td data-label="Claim">{claimText(claim)}</td>
                <td data-label="What it does">{summary}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
