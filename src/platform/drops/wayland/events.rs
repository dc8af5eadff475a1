//! The handlers of the compositor's events: what a drag enters, offers and drops.

use wayland_client::protocol::wl_data_device::{self, WlDataDevice};
use wayland_client::protocol::wl_data_device_manager::{DndAction, WlDataDeviceManager};
use wayland_client::protocol::wl_data_offer::{self, WlDataOffer};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_seat::{self, WlSeat};
use wayland_client::{Connection, Dispatch, QueueHandle, delegate_noop, event_created_child};

use super::{Seat, Target, URIS};

// It has no events.
delegate_noop!(Target: WlDataDeviceManager);

impl Dispatch<WlRegistry, ()> for Target {
    fn event(
        target: &mut Self,
        registry: &WlRegistry,
        event: wl_registry::Event,
        (): &(),
        _: &Connection,
        queue: &QueueHandle<Self>,
    ) {
        match event {
            wl_registry::Event::Global { name, interface, version } => match interface.as_str() {
                "wl_seat" => {
                    target.seats.push(Seat {
                        name,
                        seat: registry.bind(name, version.min(5), queue, ()),
                        device: None,
                        clipboard: None,
                    });
                    target.renew();
                }
                "wl_data_device_manager" => {
                    target.manager = Some(registry.bind(name, version.min(3), queue, ()));
                    target.renew();
                }
                _ => {}
            },
            wl_registry::Event::GlobalRemove { name } => target.remove(name),
            _ => {}
        }
    }
}

impl Dispatch<WlSeat, ()> for Target {
    fn event(
        target: &mut Self,
        _: &WlSeat,
        event: wl_seat::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if matches!(event, wl_seat::Event::Capabilities { .. }) {
            target.renew();
        }
    }
}

impl Dispatch<WlDataDevice, ()> for Target {
    fn event(
        target: &mut Self,
        device: &WlDataDevice,
        event: wl_data_device::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        match event {
            wl_data_device::Event::DataOffer { id } => target.offers.push((id, false)),
            wl_data_device::Event::Enter { serial, id: Some(offer), x, y, .. } => {
                target.enter(device, serial, offer);
                target.over(device, x, y);
            }
            wl_data_device::Event::Motion { x, y, .. } => target.over(device, x, y),
            wl_data_device::Event::Leave => target.leave(device),
            wl_data_device::Event::Drop => target.let_go(device),
            wl_data_device::Event::Selection { id } => target.clipboard(device, id),
            _ => {}
        }
    }

    event_created_child!(Target, WlDataDevice, [
        wl_data_device::EVT_DATA_OFFER_OPCODE => (WlDataOffer, ()),
    ]);
}

impl Dispatch<WlDataOffer, ()> for Target {
    fn event(
        target: &mut Self,
        offer: &WlDataOffer,
        event: wl_data_offer::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        match event {
            wl_data_offer::Event::Offer { mime_type } if mime_type == URIS => {
                let mut offers = target.offers.iter_mut();
                if let Some(known) = offers.find(|(known, _)| known == offer) {
                    known.1 = true;
                }
            }
            wl_data_offer::Event::Action { dnd_action } => {
                let drag = target.drag.as_mut().filter(|drag| drag.offer == *offer);
                if let Some(drag) = drag {
                    drag.agreed = matches!(dnd_action.into_result(), Ok(DndAction::Copy));
                }
            }
            _ => {}
        }
    }
}
