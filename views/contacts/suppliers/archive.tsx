import { counted } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'

type ArchiveSupplierProps = { id: string; name: string; open: number; drafts: number }

/** Asked where something is still ordered of them. */
export const ArchiveSupplier = ({ id, name, open, drafts }: ArchiveSupplierProps) => (
  <Dialog
    title={`Archive ${name}?`}
    url={`/suppliers/${id}/archive?agreed=true`}
    submit="Archive"
    cancel="Keep"
  >
    {open > 0 && (
      <p>
        <a href={`/purchase?supplier=${id}`}>
          {open} purchase {open === 1 ? 'order is' : 'orders are'} still open
        </a>
        . What is on its way can be received all the same.
      </p>
    )}
    {drafts > 0 && (
      <p>{counted(drafts, 'draft is', 'drafts are')} not sent, and cannot be once they are archived.</p>
    )}
  </Dialog>
)
