import { renderToString } from 'react-dom/server'
import type { AllocationsProps } from '#islands/allocations/props.ts'
import { AllocationsView, FIRST_JOBS } from '#islands/allocations/view.tsx'
import { Island, scriptJson } from '#views/ui/island.tsx'
import { ListViewsMark } from '#views/ui/list-views-mark.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { BoardTabs } from '#views/work/jobs/board-tabs.tsx'

type AllocationsPageProps = {
  props: AllocationsProps
  /** Stands for markup that is ready, which is long. */
  mark: (made: string) => string
}

export const AllocationsPage = ({ props, mark }: AllocationsPageProps) => (
  <>
    <PageTitle
      title={`${props.board.board.name} allocations`}
      subtitle="Approved jobs, what is due first; who does which step, and how far it is."
      actions={
        <ListViewsMark
          region="allocations"
          path={`/${props.board.jobssegment}/${props.board.board.slug}/panel/allocations`}
        />
      }
    />
    <BoardTabs
      segment={props.board.jobssegment}
      slug={props.board.board.slug}
      current="panel/allocations"
      rights={{
        works: true,
        schedules: props.board.can.schedule,
        delivers: props.board.can.deliveries,
        plans: props.board.can.stock,
      }}
    />
    <Island
      name="allocations"
      props={{ ...props, jobs: mark(scriptJson(props.jobs)) }}
      html={mark(
        renderToString(
          <>
            <AllocationsView
              props={props}
              workers={props.workers}
              jobs={props.jobs}
              asked={props.asked}
              drawn={FIRST_JOBS}
            />
            {null}
          </>,
        ),
      )}
    />
  </>
)
