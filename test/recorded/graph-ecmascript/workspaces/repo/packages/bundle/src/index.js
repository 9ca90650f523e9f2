export default function bundle() {}
