import { exactRand, formatQuantity, formatRand, perUnit, shortDate } from '#views/format.ts'
import { StateChip } from '#views/purchasing/orders/states.tsx'
import type { OrderSummary } from '#views/purchasing/orders/types.ts'
import { SupplierInvoiceChip, supplierKindWords } from '#views/purchasing/supplierinvoices/states.tsx'
import type { SupplierInvoiceSummary } from '#views/purchasing/supplierinvoices/types.ts'
import { DateText } from '#views/ui/datetime.tsx'
import { LinkedLines } from '#views/ui/linked-lines.tsx'

type More = { more?: string }

export const SupplierOrders = ({ orders, more }: More & { orders: readonly OrderSummary[] }) => (
  <LinkedLines
    lines={orders.map(({ id, number, date, state, late, expected, required, reference, total }) => ({
      id,
      href: `/purchase/${id}`,
      opens: 'dialog',
      name: number ?? 'Draft',
      text: reference,
      who: (
        <>
          <DateText date={date} />
          {(expected ?? required) && (state === 'sent' || state === 'part') && (
            <>
              , {expected ? 'promised for' : 'needed by'} <DateText date={expected ?? required} />
            </>
          )}
        </>
      ),
      when: (
        <>
          {total !== null && formatRand(total)}
          <StateChip state={state} late={late} />
        </>
      ),
    }))}
    more={more}
    empty={{ icon: 'truck', text: 'Nothing was ordered of this supplier yet.' }}
  />
)

export const SupplierInvoices = ({
  invoices,
  more,
}: More & { invoices: readonly SupplierInvoiceSummary[] }) => (
  <LinkedLines
    lines={invoices.map(({ id, kind, number, date, duedate, state, late, total, open }) => ({
      id,
      href: `/supplierinvoices/${id}`,
      opens: 'dialog',
      name: number,
      text: kind === 'creditnote' ? supplierKindWords[kind] : '',
      who: (
        <>
          <DateText date={date} />
          {open > 0 && duedate && (
            <>
              , due <DateText date={duedate} />
            </>
          )}
        </>
      ),
      when: (
        <>
          {open !== 0 && open !== total && `${formatRand(open)} of `}
          {formatRand(total)}
          <SupplierInvoiceChip state={state} late={late} kind={kind} />
        </>
      ),
    }))}
    more={more}
    empty={{ icon: 'receipt', text: 'No invoice of this supplier was entered yet.' }}
  />
)

type PricedItem = {
  id: string
  code: string
  name: string
  theirs: string
  unit: string
  price: number | null
  breaks: readonly { quantity: number; price: number }[]
  /** The day from which another price holds. */
  next?: string
}

type SupplierPricesProps = More & { items: readonly PricedItem[]; importurl?: string }

export const SupplierPrices = ({ items, more, importurl }: SupplierPricesProps) => (
  <>
    <LinkedLines
      lines={items.map(({ id, code, name, theirs, unit, price, breaks, next }) => ({
        id,
        href: `/admin/inventory/${id}/overview?tab=suppliers`,
        name: code,
        text: code === name ? '' : name,
        who: [theirs && `theirs: ${theirs}`, next && `changes on ${shortDate(next)}`]
          .filter(Boolean)
          .join(', '),
        when: [
          price !== null && `${exactRand(price)}${perUnit(unit)}`,
          ...breaks.map((one) => `${exactRand(one.price)} from ${formatQuantity(one.quantity)}`),
        ]
          .filter(Boolean)
          .join(' · '),
      }))}
      more={more}
      empty={{
        icon: 'banknote',
        text: 'No price of this supplier is known.',
        hint: 'An item has them on its Suppliers tab.',
      }}
    />
    {importurl && (
      <p className="hint">
        Many at once come in by <a href={importurl}>a price list</a>.
      </p>
    )}
  </>
)

type Bought = {
  id: string
  code: string
  name: string
  unit: string
  quantity: number
  orders: number
  last: string
}

export const SupplierBought = ({
  items,
  linked,
  more,
}: More & { items: readonly Bought[]; linked: boolean }) => (
  <LinkedLines
    lines={items.map(({ id, code, name, unit, quantity, orders, last }) => ({
      id: `${id} ${unit}`,
      href: linked ? `/admin/inventory/${id}/overview` : undefined,
      name,
      text: code === name ? '' : code,
      who: (
        <>
          {orders === 1 ? '1 order' : `${orders} orders`}, last <DateText date={last} />
        </>
      ),
      when: formatQuantity(quantity, unit),
    }))}
    more={more}
    empty={{ icon: 'package', text: 'Nothing came from this supplier yet.' }}
  />
)
