import type { StepsProps } from '#islands/steps/props.ts'
import { StaticSteps } from '#islands/steps/static.tsx'
import { Island } from '#views/ui/island.tsx'

export function StepsTab(props: StepsProps) {
  return (
    <div id="steps" className="steps" data-noguard="">
      {props.canwrite ? (
        <Island name="steps" props={props}>
          <StaticSteps {...props} />
        </Island>
      ) : (
        <StaticSteps {...props} />
      )}
    </div>
  )
}
