import type * as reactHookForm from "react-hook-form";

/** What the form that was rendered last sends, of values that nobody filled in. */
export const filledForm = { submit: (_: unknown): unknown => undefined };

/** In place of `react-hook-form`, so that what a form sends can be sent without a browser that fills it in. */
export const withFilledForms = (actual: typeof reactHookForm, form: object = {}) => ({
  ...actual,
  useForm: (options: object) => ({
    ...actual.useForm(options),
    ...form,
    handleSubmit(submit: (values: unknown) => unknown) {
      filledForm.submit = submit;
      return () => undefined;
    },
  }),
});
