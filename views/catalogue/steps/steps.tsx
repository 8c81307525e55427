import type { StepsProps } from '#islands/steps/props.ts'
import { StillSteps } from '#islands/steps/still.tsx'
import { Island } from '#views/ui/island.tsx'

/** The Steps tab of a job category: to read as it comes, and to change once its script runs. */
export function Steps(props: StepsProps) {
  return (
    <div id="steps" className="steps" data-noguard="">
      {props.canwrite ? (
        <Island name="steps" props={props}>
          <StillSteps {...props} />
        </Island>
      ) : (
        <StillSteps {...props} />
      )}
    </div>
  )
}
