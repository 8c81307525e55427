import { useState } from 'react'
import { APPROVE } from '#db/job-status.ts'
import type { BoardProps, BoardRights } from '#islands/board/props.ts'
import { JobInvoices } from '#islands/job/job-invoices.tsx'
import type { JobInvoice } from '#islands/job/use-job-invoices.ts'
import { useNames } from '#islands/lib/lookups.ts'
import { Modal } from '#islands/lib/modal.tsx'
import type { PrintableKind } from '#server/documents/document-kinds.ts'
import type { JobDetail, ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { withQuery } from '#views/ui/links.ts'
import { ChosenExport, DrawerRow, MailLink, PdfLink } from './export-row.tsx'
import { type ExportChoices, useExportChoices } from './use-export-choices.ts'

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
  /** Gives whether what papers would say is saved. */
  beforeExport: () => Promise<boolean>
}

export function Exports(props: ExportsProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={async () => setOpen(await props.beforeExport())}>
        Exports
      </Button>
      {open && <ExportsDrawer {...props} onClosed={() => setOpen(false)} />}
    </>
  )
}

/** Specification 2, "Job export drawer": its entries in its order, then what else a job prints and invoices. */
function ExportsDrawer(props: ExportsProps & { onClosed: () => void }) {
  const { job, can, offered, invoices, organisation, onClosed } = props
  const choices = useExportChoices(job, can)
  const papers = offered.filter(({ record }) => record === 'job')
  const attachments = `/render/attachment/${job.id}`
  return (
    <Modal size="side" className="exports" labelledby="exports-title" onClosed={onClosed}>
      <div className="sheet">
        <div className="head">
          <div>
            <h2 id="exports-title">Exports</h2>
            <p className="subtitle">{job.reference}</p>
          </div>
          <IconButton icon="x" label="Close" data-close="" />
        </div>
        <div className="body">
          <OrganisationChoice {...props} />
          <ul className="exportrows">
            {papers.map((paper) => paper.drawer && <PaperRow key={paper.name} paper={paper} {...props} />)}
            {job.paid && can.invoices && (
              <DrawerRow name="Receipt">
                <PdfLink href={`/render/receipt/${job.id}`} of="Receipt" />
              </DrawerRow>
            )}
            <ChosenRows {...choices} jobid={job.id} candeliver={can.deliveries && !job.template} />
            {can.documents && (
              <DrawerRow name="Attachment Report">
                <PdfLink href={attachments} of="Attachment Report">
                  4 a page
                </PdfLink>
                <PdfLink href={withQuery(attachments, { perpage: 2 })} of="Attachment Report">
                  2 a page
                </PdfLink>
              </DrawerRow>
            )}
            {papers.map((paper) => !paper.drawer && <PaperRow key={paper.name} paper={paper} {...props} />)}
          </ul>
          {can.invoices && job.status >= APPROVE && (
            <JobInvoices job={job} invoices={invoices} organisation={organisation} />
          )}
        </div>
        <div className="foot">
          <Button data-close="">Close</Button>
        </div>
      </div>
    </Modal>
  )
}

function OrganisationChoice({ can, organisation, onOrganisation }: ExportsProps) {
  const organisations = useNames<Organisation>(can.write ? '/api/organisations?take=500' : null)
  if (!organisations || organisations.length < 2) return null
  return (
    <div className="field">
      <label htmlFor="exports-organisation">Organisation</label>
      <select
        id="exports-organisation"
        value={organisation}
        onChange={({ target }) => onOrganisation(target.value)}
      >
        <option value="">As on the job</option>
        {organisations.map(({ id, name, flagdefault }) => (
          <option key={id} value={id}>
            {flagdefault ? `${name} (default)` : name}
          </option>
        ))}
      </select>
    </div>
  )
}

function PaperRow({ paper, job, can, customcards, organisation }: ExportsProps & { paper: PrintableKind }) {
  const name = paper.drawer?.name ?? paper.label
  const hascustom = job.categories.some(({ id }) => customcards.includes(id))
  const versions = paper.drawer?.versions?.filter((version) => version !== 'custom' || hascustom)
  const link = (vs?: string) =>
    withQuery(`/render/${paper.name}/${job.id}`, { vs, organisationid: organisation })
  return (
    <DrawerRow name={name}>
      {versions ? (
        versions.map((version) => (
          <PdfLink key={version} href={link(version)} of={name}>
            {version[0]?.toUpperCase() + version.slice(1)}
          </PdfLink>
        ))
      ) : (
        <PdfLink href={link()} of={name} />
      )}
      {can.write && (
        <MailLink
          href={withQuery(`/mail/${paper.name}/${job.id}`, { organisationid: organisation })}
          label={`E-mail the ${paper.label.toLowerCase()}`}
        />
      )}
    </DrawerRow>
  )
}

function ChosenRows({
  pieces,
  lines,
  notes,
  jobid,
  candeliver,
}: ExportChoices & { jobid: string; candeliver: boolean }) {
  const label = (kind: 'package' | 'storage') => (id: string) => [
    { face: 'Roll label', href: `/render/${kind}/${jobid}/${id}?paper=roll` },
    { face: 'On a sheet…', href: `/labels/${kind}/${jobid}/${id}` },
  ]
  return (
    <>
      <ChosenExport
        name="Package"
        noun="a piece of equipment"
        none="No equipment is on this job. Put a piece on it first, or pack a line in one on a delivery note."
        choices={pieces}
        links={label('package')}
      />
      <ChosenExport
        name="Storage"
        noun="a line with a storage place"
        none="No line of this job has a storage place. Choose where a line lies first."
        choices={lines}
        links={label('storage')}
      />
      {candeliver && (
        <ChosenExport
          name="Delivery notes"
          noun="a delivery note"
          none="No delivery note of this job is issued yet."
          choices={notes}
          links={(id) => [
            { face: 'Note', href: `/render/deliverynote/${id}` },
            ...(notes?.find((note) => note.id === id)?.delivered
              ? [{ face: 'Proof', href: `/render/deliveryproof/${id}` }]
              : []),
          ]}
        />
      )}
    </>
  )
}
