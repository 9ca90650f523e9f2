const arrow = () => 1;
export default arrow;
