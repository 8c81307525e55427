import { useState } from 'react'
import { useNames } from '#islands/lib/lookups.ts'
import type { JobDetail, Named } from '#server/domains/jobs/types.ts'
import { withQuery } from '#views/ui/links.ts'
import { Menu, MenuItem, MenuLine } from '#views/ui/menu.tsx'

type Organisation = Named & { flagdefault?: boolean }
type ExportsProps = { job: JobDetail; money: boolean }

/** The job's papers as PDF (specification 2, "Job export drawer"), in the name of the chosen organisation. */
export function Exports({ job, money }: ExportsProps) {
  const organisations = useNames<Organisation>('/api/organisations?take=500')
  const [chosen, setChosen] = useState(job.organisation?.id ?? '')
  const link = (paper: string, vs?: string) =>
    withQuery(`/render/${paper}/${job.id}`, { vs, organisationid: chosen })
  return (
    <Menu id="job-exports" label="Exports" face="Exports" buttonclass="button">
      {organisations && organisations.length > 1 && (
        <label className="organisation">
          Organisation
          <select value={chosen} onChange={({ target }) => setChosen(target.value)}>
            <option value="">As on the job</option>
            {organisations.map(({ id, name, flagdefault }) => (
              <option key={id} value={id}>
                {flagdefault ? `${name} (default)` : name}
              </option>
            ))}
          </select>
        </label>
      )}
      {money && <Paper href={link('estimate', 'detailed')}>Estimate, detailed</Paper>}
      {money && <Paper href={link('estimate', 'summary')}>Estimate, summary</Paper>}
      {money && <Paper href={link('proforma')}>Pro forma</Paper>}
      {money && <MenuLine />}
      <Paper href={link('card')}>Job card</Paper>
    </Menu>
  )
}

function Paper({ href, children }: { href: string; children: string }) {
  return (
    <MenuItem icon="file-text" href={href} target="_blank">
      {children}
    </MenuItem>
  )
}
