/// @file
/// Driven rods of a description turned into loads on the chain.
#pragma once

#include <supple/model/chain.hpp>
#include <supple/model/system.hpp>
#include <supple/rod/manipulator.hpp>

namespace supple {

/// The ends of the elements of a chain [m], each arc length once.
std::vector<double> element_ends(const std::vector<Chain::Link>& links);

/// Where rods end [m].
std::vector<double> ends_of(const Manipulator& m, const DrivenRods& rods);

/// Where rods touch the arm [m]: at the disks, or at the ends of all elements where there are none, and at
/// the end of each rod.
std::vector<double> stations_of(const Manipulator& m, const DrivenRods& rods,
                                const std::vector<double>& element_ends);

/// EI of driven rods in each arc of a curvature chain that ends there; zero where the arcs do not end at the
/// stations, or the rods bend by contacts.
std::vector<double> bending_in_arcs(const Manipulator& m, const std::vector<double>& arc_ends);

/// A set of rods on its way to being a load.
struct DriveRoute {
    DrivenRods rods;
    std::string path;
    std::vector<double> stations;  ///< [m]
    std::vector<int> points;       ///< of the model, at the stations
    bool bends_in_chain = false;
};

DriveRoute route_of(const Manipulator& m, const DrivenRods& rods, const std::string& path,
                    const std::vector<Chain::Link>& links);

/// The load itself, last of the system's.
void add_drive(System& system, const DriveRoute& route, const Manipulator& m, double time);

}  // namespace supple
