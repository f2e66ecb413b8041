/** Resolves in a later task, so that the browser can handle input and paint before the code continues. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));
