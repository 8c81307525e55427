import { counted } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import { FilterBar, FilterSelect, ListCount, ListRegion, SearchBox } from '#views/ui/list.tsx'
import { Pager } from '#views/ui/pager.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'
import { type BoardTabRights, BoardTabs } from '#views/work/jobs/board-tabs.tsx'
import { type MakingMessageRow, MakingMessages } from './making-messages.tsx'
import { PlanningTabs } from './planning-tabs.tsx'
import { type ProductionLine, ProductionRow } from './production-row.tsx'

type Option = { value: string; label: string }

type ProductionPageProps = {
  board: { id: string; name: string; slug: string }
  segment: string
  rows: readonly ProductionLine[]
  total: number
  messages: readonly MakingMessageRow[]
  /** Codes of items that are made of themselves. */
  circle?: readonly string[]
  categories: readonly Option[]
  jobcategories: readonly Option[]
  weeks: number
  query: { search?: string; category?: string; weeks?: number | ''; skip?: number; take?: number }
  url: string
  canmake: boolean
  tabs: BoardTabRights
}

const REGION = 'production'

export function ProductionPage(props: ProductionPageProps) {
  const { board, segment, rows, total, circle, query, url, weeks, canmake } = props
  const narrowed = query.search || query.category
  return (
    <>
      <PageTitle
        title="Production"
        subtitle="What is to be made so that jobs are served and every minimum is there."
      />
      <BoardTabs segment={segment} slug={board.slug} current="planning/forecasting" rights={props.tabs} />
      <PlanningTabs segment={segment} slug={board.slug} current="production" />
      <FilterBar url={url} region={REGION}>
        <SearchBox label="Search code or name" value={query.search} />
        <FilterSelect
          name="weeks"
          label="4 weeks ahead"
          value={query.weeks ? String(query.weeks) : ''}
          options={[1, 2, 8, 12, 26, 52].map((value) => ({
            value: String(value),
            label: `${counted(value, 'week')} ahead`,
          }))}
        />
        <FilterSelect
          name="category"
          label="Every category"
          value={query.category}
          options={props.categories}
        />
      </FilterBar>
      <ListRegion id={REGION} refresh="jobs stock inventory" url={url}>
        {circle && (
          <Banner level="error">
            Nothing can be proposed while an item is made of itself: {circle.join(' → ')}. Take it out of the
            inputs of one of them.
          </Banner>
        )}
        <ListCount total={total} noun="proposal" />
        {rows.length === 0 ? (
          <div className="table">
            <EmptyState
              icon="factory"
              text={
                narrowed ? 'No proposal matches.' : `Nothing needs to be made for the next ${weeks} weeks.`
              }
              hint={
                narrowed
                  ? undefined
                  : 'An item shows here that is made of inputs or is of the class Finished Goods, once less is left of it than its minimum, or than jobs need.'
              }
            />
          </div>
        ) : (
          <Form url="/planning/jobs" guarded={false} className="productionform">
            <input type="hidden" name="boardid" value={board.id} />
            <input type="hidden" name="weeks" value={weeks} />
            <div className="table">
              <table className="production" data-rows="">
                <caption className="unseen">What is proposed to be made</caption>
                <thead>
                  <tr>
                    <th scope="col">Item</th>
                    <th scope="col">Needed</th>
                    <th scope="col">How it is reckoned</th>
                    <th scope="col">Make</th>
                    <th scope="col">Jobs</th>
                    <th scope="col">Inputs</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <ProductionRow key={row.id} row={row} canmake={canmake} />
                  ))}
                </tbody>
              </table>
            </div>
            {canmake && (
              <div className="makejobs">
                <label>
                  <span>Category of the jobs</span>
                  <select name="category" defaultValue="">
                    <option value="">The one that makes the item</option>
                    {props.jobcategories.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </select>
                </label>
                <Button type="submit" look="primary" icon="plus">
                  Make jobs of the chosen rows
                </Button>
              </div>
            )}
          </Form>
        )}
        {props.messages.length > 0 && <MakingMessages rows={props.messages} />}
        <Pager total={total} skip={query.skip ?? 0} take={query.take ?? 50} url={url} region={REGION} />
      </ListRegion>
    </>
  )
}
