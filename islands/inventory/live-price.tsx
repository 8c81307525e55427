import { useEffect, useRef, useState } from 'react'
import { fetchData } from '#islands/lib/call.ts'
import { computedText, decimalText, rateText, shareText } from '#islands/lib/figures.ts'
import type { Item } from '#server/domains/catalogue/inventory/types.ts'
import { MADE_FROM, PRICE, toItemValues } from './item-form.ts'

type Preview = {
  baserate: number
  price: number
  percentamount: number
  markupamount: number
  vatrate: number
  linerate: number
  vat: number
  withvat: number
}

type LivePriceProps = {
  item: Item
  form: { current: HTMLFormElement | null }
  wrong: boolean
  onPrice: (price: number) => void
}

// Long enough that a figure is typed, short enough to feel live.
const debouncems = 150

export function LivePrice({ item, form, wrong, onPrice }: LivePriceProps) {
  const [preview, setPreview] = useState<Preview | null>()
  const parts = usePartsCost(item, form)
  const told = useRef(onPrice)
  told.current = onPrice

  useEffect(() => {
    const typedin = form.current
    if (!typedin) return
    let asked = 0
    let timer: ReturnType<typeof setTimeout>

    function ask(): void {
      const mine = ++asked
      fetchData<Preview>(livePriceUrl(typedin as HTMLFormElement, item)).then(
        (found) => {
          if (mine !== asked) return
          setPreview(found)
          told.current(found.price)
        },
        // What is wrong with a figure is said beside it when it is saved.
        () => mine === asked && setPreview(null),
      )
    }
    function later(): void {
      clearTimeout(timer)
      timer = setTimeout(ask, debouncems)
    }
    ask()
    typedin.addEventListener('input', later)
    return () => {
      asked = -1
      clearTimeout(timer)
      typedin.removeEventListener('input', later)
    }
  }, [form, item])

  if (!preview)
    return (
      <p className="liveprice none">
        {preview === null || wrong ? 'These figures make no price.' : '\u00a0'}
      </p>
    )
  const { linerate, withvat, vat, vatrate } = preview
  const unit = typedUnit(form.current) ?? item.baseunit
  return (
    <output className="liveprice">
      <span>
        {onePiece(unit)} is sold for <strong>{rand(rateText(linerate))}</strong> without VAT
      </span>
      {vat !== 0 && (
        <span>
          + {`${decimalText(vatrate)}\u00a0%`} VAT {rand(computedText(vat))} ={' '}
          <strong>{rand(computedText(withvat))}</strong>
        </span>
      )}
      {preview.markupamount !== 0 && !(parts && preview.baserate === 0) && <PriceParts {...preview} />}
      {parts && <PartsCost {...parts} linerate={linerate} />}
    </output>
  )
}

/** As one word. */
const rand = (figure: string) => `R\u00a0${figure}`

/** Of a price that the markup alone does not make; of what is made the cost is that of its parts, unless it has its own. */
const PriceParts = ({ baserate, percentamount, markupamount }: Preview) => (
  <span>
    Cost {rand(rateText(baserate))}
    {percentamount !== 0 && `, markup ${rand(rateText(percentamount))}`},{' '}
    {markupamount < 0 ? 'taken off' : 'added'} {rand(rateText(Math.abs(markupamount)))}
  </span>
)

type PartsCostOf = { cost: number; labour: number; incomplete: boolean }

/** Of what is made of other items: of an item that is there its own, which change on another tab, else those that are typed. */
function usePartsCost({ id }: Item, form: LivePriceProps['form']): PartsCostOf | null {
  const [cost, setCost] = useState<PartsCostOf | null>(null)
  useEffect(() => {
    let asked = ''
    let timer: ReturnType<typeof setTimeout>
    function ask(): void {
      const url = id ? `/api/inventory/${id}/inputcost` : newPartsUrl(form.current)
      if (url === asked) return
      asked = url
      const show = (found: PartsCostOf | null) => asked === url && setCost(found)
      if (url) fetchData<PartsCostOf | null>(url).then(show, () => show(null))
      else setCost(null)
    }
    function later(): void {
      clearTimeout(timer)
      timer = setTimeout(ask, debouncems)
    }
    ask()
    const within = id ? null : form.current
    within?.addEventListener('input', later)
    return () => {
      asked = 'left'
      clearTimeout(timer)
      within?.removeEventListener('input', later)
    }
  }, [id, form])
  return cost
}

function newPartsUrl(form: HTMLFormElement | null): string {
  const data = new FormData(form ?? undefined)
  const items = data.getAll(MADE_FROM.item).join()
  const quantities = data
    .getAll(MADE_FROM.quantity)
    .map((one) => String(one).replace(/\s/g, '').replace(',', '.'))
  return items && `/api/inventory/inputcost?${new URLSearchParams({ items, quantities: quantities.join() })}`
}

function PartsCost({ cost, labour, incomplete, linerate }: PartsCostOf & { linerate: number }) {
  const margin = linerate - cost
  const least = incomplete ? 'at least ' : ''
  return (
    <span className="partscost">
      What it is made from costs {least}
      <strong>{rand(computedText(cost))}</strong>
      {labour > 0 && ` (${rand(computedText(cost - labour))} material, ${rand(computedText(labour))} labour)`}
      {linerate > 0 && (
        <>
          , which leaves {incomplete && 'at most '}
          <strong>{rand(computedText(margin))}</strong>, {shareText((100 * margin) / linerate)} of the price
        </>
      )}
    </span>
  )
}

const typedUnit = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>('[name=baseunit]')?.value.trim()

function livePriceUrl(form: HTMLFormElement, item: Item): string {
  const data = new FormData(form)
  const saved = toItemValues(item)
  const typed = (name: string) => (form.elements.namedItem(name) ? (data.get(name) ?? '') : saved[name])
  const figure = (name: string) => String(typed(name)).replace(/[\s\u00a0\u202f]/g, '')
  const query = new URLSearchParams({
    baserate: figure('rate'),
    markuppercent: figure('mupercent'),
    markupamount: figure('muamount'),
    exclusive: String(form.elements.namedItem('exclusive') ? data.has('exclusive') : item.exclusive),
    category: String(data.get('category') ?? item.category?.id ?? ''),
  })
  if (form.elements.namedItem(PRICE)) query.set(PRICE, figure(PRICE))
  return `/api/pricing/preview?${query}`
}

const onePiece = (unit: string | undefined) => (unit === 'each' ? 'Each' : `One ${unit ?? ''}`.trim())
