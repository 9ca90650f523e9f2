import { mount } from '~/lib/dom';
mount();
