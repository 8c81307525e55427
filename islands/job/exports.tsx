import { APPROVE } from '#db/job-status.ts'
import type { BoardProps, BoardRights } from '#islands/board/props.ts'
import { useNames } from '#islands/lib/lookups.ts'
import type { JobDetail, ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import { withQuery } from '#views/ui/links.ts'
import { Menu, MenuItem, MenuLine } from '#views/ui/menu.tsx'
import { JobDeliveryNotes } from './job-deliveries.tsx'
import { JobInvoices } from './job-invoices.tsx'
import { PdfMenuItem } from './pdf-menu-item.tsx'
import type { JobInvoice } from './use-job-invoices.ts'

type Organisation = ReferencedRecord & { flagdefault?: boolean }
type ExportsProps = {
  job: JobDetail
  can: BoardRights
  offered: BoardProps['documents']
  customcards: BoardProps['customcards']
  invoices: readonly JobInvoice[] | undefined
  /** Whose papers they are; empty: as the job says. */
  organisation: string
  onOrganisation: (id: string) => void
}

export function Exports({
  job,
  can,
  offered,
  customcards,
  invoices,
  organisation,
  onOrganisation,
}: ExportsProps) {
  const organisations = useNames<Organisation>(can.write ? '/api/organisations?take=500' : null)
  const link = (paper: string, vs?: string) =>
    withQuery(`/render/${paper}/${job.id}`, { vs, organisationid: organisation })
  const mail = (paper: string) => withQuery(`/mail/${paper}/${job.id}`, { organisationid: organisation })
  const documents = offered.filter(({ record }) => record === 'job')
  const hascustom = job.categories.some(({ id }) => customcards.includes(id))
  return (
    <Menu id="job-exports" label="Exports" face="Exports" buttonclass="button">
      {organisations && organisations.length > 1 && (
        <label className="organisation">
          Organisation
          <select value={organisation} onChange={({ target }) => onOrganisation(target.value)}>
            <option value="">As on the job</option>
            {organisations.map(({ id, name, flagdefault }) => (
              <option key={id} value={id}>
                {flagdefault ? `${name} (default)` : name}
              </option>
            ))}
          </select>
        </label>
      )}
      {documents.flatMap(({ name, label, inmenu }) => {
        const versions = name === 'card' && hascustom ? ['default', 'custom'] : inmenu
        return versions ? (
          versions.map((version) => (
            <PdfMenuItem key={`${name}-${version}`} href={link(name, version)}>
              {`${label}, ${version}`}
            </PdfMenuItem>
          ))
        ) : (
          <PdfMenuItem key={name} href={link(name)}>
            {label}
          </PdfMenuItem>
        )
      })}
      <MenuLine />
      <LabelMenuItem href={`/labels/package/${job.id}`}>Package label…</LabelMenuItem>
      <LabelMenuItem href={`/labels/storage/${job.id}`}>Storage label…</LabelMenuItem>
      {can.documents && (
        <PdfMenuItem href={`/render/attachment/${job.id}`}>Attachment report, 4 photos a page</PdfMenuItem>
      )}
      {can.documents && (
        <PdfMenuItem href={withQuery(`/render/attachment/${job.id}`, { perpage: 2 })}>
          Attachment report, 2 photos a page
        </PdfMenuItem>
      )}
      {can.write && <MenuLine />}
      {can.write &&
        documents.map(({ name, label }) => (
          <MailMenuItem key={name} href={mail(name)}>{`E-mail the ${label.toLowerCase()}`}</MailMenuItem>
        ))}
      {can.deliveries && !job.template && <JobDeliveryNotes job={job} />}
      {can.invoices && job.status >= APPROVE && <MenuLine />}
      {can.invoices && <JobInvoices job={job} invoices={invoices} organisation={organisation} />}
    </Menu>
  )
}

const MailMenuItem = ({ href, children }: { href: string; children: string }) => (
  <MenuItem icon="mail" onClick={() => void window.joblane.dialog(href)}>
    {children}
  </MenuItem>
)

/** Asks first which thing of the job the label is of. */
const LabelMenuItem = ({ href, children }: { href: string; children: string }) => (
  <MenuItem icon="qr-code" onClick={() => void window.joblane.dialog(href)}>
    {children}
  </MenuItem>
)
