import { FormActions } from './FormActions.tsx'

const ready = { isBusy: false, isLive: true }

export const examples = {
  ready: () => <FormActions form={ready} label="Save" />,
  busy: () => <FormActions form={{ ...ready, isBusy: true }} label="Save" />,
  beside: () => (
    <FormActions form={ready} label="Save">
      <a className="btn btn-outline" href="/">
        Cancel
      </a>
    </FormActions>
  ),
}
