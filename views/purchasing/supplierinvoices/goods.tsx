import { formatQuantity, shortDate } from '#views/format.ts'
import { BookInButton } from '#views/stock/stock/book-in.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import { NO_FORM } from '#views/ui/no-form.ts'
import type { SupplierInvoiceDialogProps } from './dialog.tsx'
import type { OfferedGoods } from './types.ts'

type GoodsProps = { id: string; goods: OfferedGoods }

export function Goods({ id, goods }: GoodsProps) {
  const { kind, shown, all } = goods
  return (
    <>
      <h3>{kind === 'invoice' ? 'Not charged yet' : 'May be credited'}</h3>
      {all > shown.length && (
        <div className="field">
          <label htmlFor="find-goods">
            Find one of all {all}: item, the supplier’s code, order or delivery note
          </label>
          <input
            id="find-goods"
            type="search"
            name="search"
            form={NO_FORM}
            autoComplete="off"
            hx-get={`/supplierinvoices/${id}/goods`}
            hx-trigger="input delay:300ms"
            hx-target="#open-goods"
            hx-swap="innerHTML"
            hx-sync="this:replace"
          />
        </div>
      )}
      <div id="open-goods" aria-live="polite">
        <FoundGoods id={id} goods={goods} />
      </div>
    </>
  )
}

/** What is added saves what was typed so far along. */
export const FoundGoods = ({ id, goods: { shown, found } }: GoodsProps) => (
  <>
    {found === 0 && <p className="hint">None of them has all of these words.</p>}
    {found > shown.length && (
      <p className="hint">
        The newest {shown.length} of {found}.
      </p>
    )}
    <ul className="matches">
      {shown.map((one) => (
        <li key={one.id}>
          <span>
            {formatQuantity(one.left, one.unit)} {one.description}{' '}
            <small className="muted">
              {[one.order.number, shortDate(one.date.slice(0, 10)), one.reference]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
          <Button
            small
            icon="plus"
            data-adds="open-goods"
            hx-post={`/supplierinvoices/${id}/add`}
            hx-include="closest form"
            hx-vals={JSON.stringify({ [`add${one.kind}`]: one.id })}
            hx-swap="none"
          >
            Add
          </Button>
        </li>
      ))}
    </ul>
  </>
)

/** Goods come into stock by an order or by hand: an invoice charges them, and brings none in. */
export const NoGoods = ({ invoice: { kind, supplier }, canorder, canbookin }: SupplierInvoiceDialogProps) =>
  kind === 'invoice' && (
    <div className="nogoods">
      <p className="hint">
        What came on a purchase order to {supplier.name}, and services on it, are offered here, and none are
        left to charge. Bought without an order? Book the parts into stock, and add each below as an item.
      </p>
      <div className="buttons">
        {canbookin && <BookInButton look="plain" />}
        {canorder && (
          <LinkButton {...dialogLink(withQuery('/purchase/new', { supplier: supplier.id }))}>
            New purchase order
          </LinkButton>
        )}
      </div>
    </div>
  )
