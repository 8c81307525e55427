import { listSuppliedItems } from '#db/queries/contacts/supplier-items.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { pagedLines } from '#server/crud/paged-lines.ts'
import { type RecordTab, recordPage } from '#server/crud/record-page.tsx'
import { figuresNote, readItemFigures } from '#server/domains/catalogue/inventory/item-figures.ts'
import type { Context } from '#server/http/context.ts'
import { fragment } from '#server/http/reply.ts'
import { getRecord } from '#server/records.ts'
import { SupplierFigures } from '#views/contacts/suppliers/figures.tsx'
import { SuppliedItems } from '#views/contacts/suppliers/items.tsx'
import { LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { supplier } from './resource.ts'
import { supplierFigures } from './supplier-figures.ts'

export const supplierPage = (c: Context<{ id: string }, { tab?: string }>) =>
  c.read((db, viewer) =>
    recordPage(supplier, c, db, {
      about: 'What they supply, what is owed to them, and whom to ring.',
      edit: `/suppliers/${c.params.id}?brief=true`,
      tofill: 'An address, a contact and a VAT number stand on orders, and e-mails go to the contact.',
      actions: !getRecord(db, suppliers, c.params.id).archived && (
        <SupplierButtons id={c.params.id} can={c.can} />
      ),
      figures: <SupplierFigures supplierid={c.params.id} {...supplierFigures(c, db, viewer, c.params.id)} />,
      tabs: supplierTabs(c.params.id),
    }),
  )

const SupplierButtons = ({ id, can }: { id: string; can: Context['can'] }) => (
  <>
    {can('supplierinvoices.approve') && (
      <LinkButton icon="banknote" {...dialogLink(`/supplierinvoices/pay?supplier=${id}`)}>
        Pay
      </LinkButton>
    )}
    {can('purchase.write') && (
      <LinkButton icon="plus" {...dialogLink(`/purchase/new?supplier=${id}`)}>
        Order
      </LinkButton>
    )}
  </>
)

const supplierTabs = (id: string): RecordTab[] => [
  { id: 'orders', label: 'Orders', claim: 'purchase.read', load: `/suppliers/${id}/orders` },
  { id: 'invoices', label: 'Invoices', claim: 'supplierinvoices.read', load: `/suppliers/${id}/invoices` },
  { id: 'prices', label: 'Prices', claim: 'purchase.read', load: `/suppliers/${id}/prices` },
  { id: 'bought', label: 'Bought', claim: 'purchase.read', load: `/suppliers/${id}/bought` },
  { id: 'items', label: 'Items', claim: 'inventory.read', load: `/suppliers/${id}/items` },
  { id: 'contacts', label: 'Contacts', claim: 'suppliers.read', load: `/suppliers/${id}/contacts` },
  { id: 'documents', label: 'Files', claim: 'documents.read', load: `/documents/panel/suppliers/${id}` },
]

export const suppliedItemsTab = (c: Context<{ id: string }, { skip?: number }>) =>
  c.read((db) => {
    const { id } = getRecord(db, suppliers, c.params.id)
    const { rows, more } = pagedLines(`/suppliers/${id}/items`, c.query, (page) =>
      listSuppliedItems(db, id, page),
    )
    const see = { price: canSeeItemRates(c), stock: c.can('stock.read') }
    const ids = rows.map((row) => row.id)
    const figures = readItemFigures(db, ids, see)
    const items = rows.map((row) => ({ ...row, note: figuresNote(figures.get(row.id)!) }))
    return fragment(<SuppliedItems items={items} more={more} />)
  })
