function real(): void {}
export { real as default };
