import type { Stage } from '#db/queries/work/job-stages.ts'
import { stageNames } from '#views/ui/job-stages.ts'
import { listLink, withQuery } from '#views/ui/links.ts'

type StageLinksProps = {
  /** Of what is shown when no stage is chosen. */
  all: string
  stages: readonly Stage[]
  current?: string
  url: string
  region: string
}

export function StageLinks({ all, stages, current, url, region }: StageLinksProps) {
  const link = (stage: Stage | null, word: string) => (
    <a
      key={word}
      aria-current={(current || null) === stage ? 'true' : undefined}
      {...listLink(withQuery(url, { stage, skip: null }), region)}
    >
      {word}
    </a>
  )
  return (
    <nav className="states" aria-label="Stage">
      {link(null, all)}
      {stages.map((stage) => link(stage, stageNames[stage]))}
    </nav>
  )
}
