import { to } from './page-link.tsx'

export const MaterialsAndStock = () => (
  <>
    <p>
      The planned quantity of a line moves no stock; the used one does, at once. Nothing in the ledger is ever
      changed: a mistake is put right by a movement that takes it back, so that{' '}
      {to('/admin/stock', 'what is on hand')} always adds up.
    </p>
    <p>
      A new item is kept in stock, unless its box <em>Kept in stock</em> is cleared or it is labour and the
      like: then using it moves nothing. Tick the box later, and what was used before can be booked too. Items
      stand under {to('/admin/inventory', 'Inventory')}, what is made or sold as a whole under{' '}
      {to('/admin/products', 'Products')}.
    </p>
  </>
)

export const MadeOfInputs = () => (
  <>
    <p>
      What an item is made of stands on its <em>Inputs</em> tab: for one of it, so much of each input, in a
      unit of that input. Scrap is a percentage on top. An input may have inputs of its own, but nothing may
      end up in itself.
    </p>
    <p>
      A product on a job brings its inputs as lines, planned for the quantity of the product. Beside the
      product stands what it takes, and for how much of it that is planned; one button plans the rest.{' '}
      <em>Use inputs</em> in its dialog books what is finished into stock and what was really used out of it,
      and taking that back undoes it.
    </p>
    <p>
      What a job made for its client leaves stock by itself: when its delivery note is issued, and what no
      note delivered when it is invoiced. What had gone before Joblane did so is not moved: count it once.
    </p>
  </>
)

export const StockWorthAndCounts = () => (
  <>
    <p>
      Stock is worth what it cost, at the average of its item. Say the cost when you book something in, and{' '}
      {to('/admin/stock/worth', 'On hand')} adds it up for any day. An item whose cost nobody said is listed
      as unknown. {to('/admin/stock/movements', 'Movements')} lists all that came and went,{' '}
      {to('/admin/stock/slow', 'Slow movers')} what has not moved for long.
    </p>
    <p>
      To count a shelf or a van, make a {to('/admin/stock/counts', 'count')}: it is counted with a phone or on
      paper, checked, and booked at once. A blind count shows nobody what the books say while it is counted.
      What differs by more than the tolerance is counted again by somebody else before it is booked.
    </p>
  </>
)

export const PlanStock = () => (
  <>
    <p>
      <em>Planning</em> on a board looks ahead. Forecasting shows of each item what is needed and what comes,
      by week or month, and what is left. Needed is what open jobs plan on the day they start, and what jobs
      will plan that templates still make. Choose an average, and it is at least what was used before: of
      whole weeks or months, without the days on which there was no stock.
    </p>
    <p>
      Production proposes what to make of items that have inputs, or are of the class Finished Goods: for jobs
      that need them, and up to their minimum. The minimum production volume, the packs and the most on one
      job round and split it, the lead time and the time of one date it. Tick rows, change a quantity where
      you know better, and make their jobs: each has the product and its inputs on its lines. Undo takes them
      back.
    </p>
    <p>
      Open an item for its plot and for every job, template and order behind a figure. What is overdue, or has
      no day, counts today. Excel and PDF keep the filter.
    </p>
  </>
)
