import { inventory } from '#db/schema/tenant/index.ts'
import { isLongPlan } from '#server/domains/planning/long-plan.ts'
import { boardAt, boardTabRights } from '#server/domains/work/jobs/board-props.ts'
import { atNewAddress } from '#server/domains/work/jobs/pages-moved.tsx'
import { id, t } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { ForecastPage } from '#views/planning/forecast.tsx'
import { ForecastItemPage } from '#views/planning/forecast-item.tsx'
import { readForecast } from './forecast.ts'
import { askedForecast, BoardAddress, ForecastItemQuery, ForecastPageQuery } from './input.ts'
import { presentForecast, presentPlans } from './present.ts'

export const forecastingPages: Route[] = [
  page(
    'GET /:jobs/:board/planning/forecasting',
    {
      claim: 'stock.read',
      params: BoardAddress,
      query: ForecastPageQuery,
      long: (c) => c.read(isLongPlan),
      summary: 'What of each item is needed, comes and stays, by week or month.',
    },
    (c) =>
      c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)
        if (!board) return atNewAddress(c, db, viewer)
        const { skip = 0, take = 50, ...asked } = c.query
        const { items, ...forecast } = readForecast(db, askedForecast(asked))
        return view(
          <ForecastPage
            categories={forecast.categories}
            suppliers={forecast.suppliers}
            board={board}
            segment={c.params.jobs}
            periods={forecast.periods}
            past={forecast.past}
            circle={forecast.circle}
            rows={items.slice(skip, skip + take)}
            total={items.length}
            shortages={items.filter(({ short }) => short).length}
            query={c.query}
            url={c.url.pathname + c.url.search}
            canexport={c.can('records.export')}
            tabs={boardTabRights(c)}
          />,
          { title: `${board.name} forecasting`, page: `board.${board.slug}` },
        )
      }),
  ),

  page(
    'GET /:jobs/:board/planning/forecasting/:item',
    {
      claim: 'stock.read',
      params: t.Object({ ...BoardAddress.properties, item: id() }),
      query: ForecastItemQuery,
      summary: 'The forecast of one item, and all that it is made of.',
    },
    (c) =>
      c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)
        if (!board) return atNewAddress(c, db, viewer)
        const item = getRecord(db, inventory, c.params.item).id
        const { by, periods, from, to, average } = askedForecast(c.query)
        const { items, past, plans, circle } = readForecast(db, { by, periods, from, to, average, item })
        const forecast = items[0]!
        return view(
          <ForecastItemPage
            board={board}
            segment={c.params.jobs}
            item={forecast}
            past={past}
            circle={circle}
            plans={presentPlans(db, viewer, plans.get(item) ?? [])}
            search={c.url.search}
            tabs={boardTabRights(c)}
          />,
          { title: `${forecast.name} forecast`, page: `board.${board.slug}` },
        )
      }),
  ),

  api(
    'GET /api/planning/forecast',
    {
      claim: 'stock.read',
      query: ForecastItemQuery,
      long: (c) => c.read(isLongPlan),
      summary: 'What of each item is needed, comes and stays, by week or month, in base units.',
    },
    (c) => c.read((db) => presentForecast(readForecast(db, askedForecast(c.query)))),
  ),
]
